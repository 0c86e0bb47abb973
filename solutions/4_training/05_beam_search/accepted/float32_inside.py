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


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    pool = {(): 0.0}  # tokens -> log-probability

    def rank(ids):
        return pool[ids] / length_penalty(len(ids), alpha)

    for _ in range(max_length):
        going = [ids for ids in pool if ids[-1:] != (eos,)]
        if not going:
            break
        decoder_input = torch.tensor([(sos, *ids) for ids in going])
        logits = model.decode(decoder_input, torch.cat([memory] * len(going)), torch.cat([keep] * len(going))).float()
        so_far = torch.tensor([pool[ids] for ids in going])
        parents, tokens, totals = best_continuations(so_far, logits[:, -1].log_softmax(-1), beam)
        for ids in going:
            del pool[ids]
        for parent, token, total in zip(parents.tolist(), tokens.tolist(), totals.tolist(), strict=True):
            pool[(*going[parent], token)] = total
        pool = {ids: pool[ids] for ids in sorted(pool, key=rank, reverse=True)[:beam]}
    return [(list(ids), rank(ids)) for ids in pool]
