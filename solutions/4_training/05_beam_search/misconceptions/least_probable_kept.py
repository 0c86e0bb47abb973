"""The least probable continuations are kept.

The largest log-probability, the one nearest to 0, is the best: sort in descending order.
"""

import torch


def best_continuations(scores, log_probs, beam):
    totals = scores[:, None] + log_probs
    worst, places = totals.flatten().sort()
    places = places[worst > -torch.inf][:beam]
    parents, tokens = places // log_probs.shape[1], places % log_probs.shape[1]
    return parents, tokens, totals[parents, tokens]
