# wrong: best_continuations adds the scores into the log_probs of the caller; shows when its argument is compared before and after.
"""Beam search."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    hypotheses, vocab_size = log_probs.shape
    log_probs += scores.view(-1, 1)
    possible = int(torch.isfinite(log_probs).sum())
    values, index = torch.topk(log_probs.reshape(-1), min(beam, possible))
    return torch.div(index, vocab_size, rounding_mode="floor"), index.remainder(vocab_size), values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    beams = [([sos], 0.0, False)]
    for _ in range(max_length):
        open_ones = [b for b in beams if not b[2]]
        if len(open_ones) == 0:
            break
        n = len(open_ones)
        ids = torch.tensor([b[0] for b in open_ones])
        logits = model.decode(ids, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1, :].double(), dim=-1)
        so_far = torch.tensor([b[1] for b in open_ones]).double()
        parents, tokens, values = best_continuations(so_far, log_probs, beam)
        pool = [b for b in beams if b[2]]
        for p, w, s in zip(parents.tolist(), tokens.tolist(), values.tolist()):
            pool.append((open_ones[p][0] + [w], s, w == eos))
        beams = sorted(pool, key=lambda b: -b[1] / length_penalty(len(b[0]) - 1, alpha))[:beam]
    return [(b[0][1:], b[1] / length_penalty(len(b[0]) - 1, alpha)) for b in beams]
