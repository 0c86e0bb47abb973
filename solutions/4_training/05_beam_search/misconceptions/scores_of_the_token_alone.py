"""best_continuations returns the log-probability of the new token, not of the whole hypothesis.

The new score is that of the hypothesis and of its token together. Otherwise the past is forgotten at every step.
"""

from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, _ = right(scores, log_probs, beam)
    return parents, tokens, log_probs[parents, tokens]
