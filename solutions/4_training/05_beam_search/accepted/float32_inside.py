"""In single precision, with a dict of the pool and divmod for the places."""

import torch


def length_penalty(length, alpha):
    return float(torch.tensor((5 + length) / 6, dtype=torch.float32) ** alpha)


def best_continuations(scores, log_probs, beam):
    totals = (scores[:, None].float() + log_probs.float()).flatten()
    order = [place for place in totals.argsort(descending=True).tolist() if totals[place] > float("-inf")][:beam]
    pairs = [divmod(place, log_probs.shape[-1]) for place in order]
    parents, tokens = zip(*pairs, strict=True)
    return torch.tensor(parents), torch.tensor(tokens), totals[order]


def beam_search(model, source, sos, eos, max_length, beam, alpha):
    memory = model.encode(source)
    pool = {(): 0.0}  # tokens -> log-probability

    def rank(said):
        return pool[said] / length_penalty(len(said), alpha)

    for _ in range(max_length):
        going = [said for said in pool if said[-1:] != (eos,)]
        if not going:
            break
        target = torch.tensor([(sos, *said) for said in going])
        logits = model.decode(target, torch.cat([memory] * len(going))).float()
        so_far = torch.tensor([pool[said] for said in going])
        parents, tokens, totals = best_continuations(so_far, torch.log(logits[:, -1].softmax(-1)), beam)
        for said in going:
            del pool[said]
        for parent, token, total in zip(parents.tolist(), tokens.tolist(), totals.tolist(), strict=True):
            pool[(*going[parent], token)] = total
        pool = {said: pool[said] for said in sorted(pool, key=rank, reverse=True)[:beam]}
    return [(list(said), rank(said)) for said in pool]
