"""best_continuations returns tokens and parents in the wrong order.

The row of the table is the hypothesis that is continued, the column the token.
"""

from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, totals = right(scores, log_probs, beam)
    return tokens, parents, totals
