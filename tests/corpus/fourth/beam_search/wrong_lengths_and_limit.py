# wrong: two mistakes: SOS is counted in the length penalty and in max_length.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores.unsqueeze(1) + log_probs
    parents, tokens = torch.where(total.isfinite())
    values = total[parents, tokens]
    order = values.argsort(descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    beams = [([sos], 0.0)]

    def rank(item):
        return item[1] / length_penalty(len(item[0]), alpha)

    while True:
        open_ = [b for b in beams if b[0][-1] != eos and len(b[0]) < max_length]
        if not open_:
            break
        n = len(open_)
        logits = model.decode(torch.tensor([b[0] for b in open_]), memory.expand(n, -1, -1), keep.expand(n, -1))
        log_probs = logits[:, -1].double().log_softmax(1)
        p, t, s = best_continuations(torch.tensor([b[1] for b in open_], dtype=torch.float64), log_probs, beam)
        new = [(open_[i][0] + [j], v) for i, j, v in zip(p.tolist(), t.tolist(), s.tolist())]
        beams = sorted([b for b in beams if b[0][-1] == eos] + new, key=rank, reverse=True)[:beam]
    return [(b[0][1:], rank(b)) for b in beams]
