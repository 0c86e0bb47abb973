# wrong: best_continuations always returns `beam` (or all) entries, with -inf among them, so when fewer continuations are possible, sentences of probability 0 are kept.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    sums = scores[:, None] + log_probs
    k = min(beam, sums.numel())
    values, index = sums.view(-1).topk(k)
    return index // sums.shape[1], index % sums.shape[1], values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    tokens = torch.tensor([[sos]])
    log_p = torch.zeros(1)
    done = []  # triples: score, log P, ids
    for t in range(1, max_length + 1):
        n = tokens.size(0)
        if n == 0:
            break
        logits = model.decode(tokens, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        parents, new, new_log_p = best_continuations(log_p, logits[:, -1].log_softmax(-1), beam)
        tokens = torch.cat((tokens[parents], new[:, None]), dim=1)
        lp = length_penalty(t, alpha)
        pool = done + [(p / lp, p, ids[1:]) for p, ids in zip(new_log_p.tolist(), tokens.tolist())]
        pool.sort(key=lambda triple: triple[0], reverse=True)
        pool = pool[:beam]
        done = [triple for triple in pool if triple[2][-1] == eos]
        open_ = [triple for triple in pool if triple[2][-1] != eos]
        tokens = torch.tensor([[sos] + ids for _, _, ids in open_], dtype=torch.long)
        log_p = torch.tensor([p for _, p, _ in open_])
    return [(ids, score) for score, _, ids in pool]
