import torch
from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, totals = right(torch.zeros_like(scores), log_probs, beam)
    return parents, tokens, totals + scores[parents]
