"""best_continuations leaves out what is only improbable.

Sums of log-probabilities have no lower limit: -150 is possible, only -inf is not. Compare with -inf.
"""

from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, totals = right(scores, log_probs, beam)
    kept = totals > -100
    return parents[kept], tokens[kept], totals[kept]
