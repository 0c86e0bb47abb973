"""best_continuations ranks by the last token alone: the hypotheses' own scores are not added.

The probability of a sentence is that of all its tokens together. Add the score of the hypothesis to the
log-probability of its next token.
"""

import torch
from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    return right(torch.zeros_like(scores), log_probs, beam)
