# wrong: two mistakes: hypotheses are kept in a dict by their score, so of two equally likely ones one is lost; hypotheses without EOS at the limit are left out if any is finished.
"""Beam search."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    vocab_size = log_probs.shape[-1]
    total = (scores[:, None] + log_probs).reshape(-1)
    count = min(beam, int((total != float("-inf")).sum()))
    best = total.topk(count)
    return best.indices // vocab_size, best.indices % vocab_size, best.values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    kept = {0.0: ([sos], 0.0)}
    for t in range(1, max_length + 1):
        growing = [h for h in kept.values() if h[0][-1] != eos]
        if not growing:
            break
        candidates = {score: h for score, h in kept.items() if h[0][-1] == eos}
        n = len(growing)
        ids = torch.tensor([h[0] for h in growing])
        logits = model.decode(ids, memory.repeat(n, 1, 1), source_keep.repeat(n, 1))
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=1)
        so_far = torch.tensor([h[1] for h in growing], dtype=torch.float64)
        for p, w, s in zip(*(x.tolist() for x in best_continuations(so_far, log_probs, beam))):
            candidates[s / length_penalty(t, alpha)] = (growing[p][0] + [w], s)
        kept = {score: candidates[score] for score in sorted(candidates, reverse=True)[:beam]}
    result = [(h[0][1:], score) for score, h in kept.items()]
    ended = [pair for pair in result if pair[0][-1] == eos]
    return ended or result
