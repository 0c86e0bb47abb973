"""best_continuations divides a flat index by the width of the beam instead of the size of the vocabulary.

The table (hypotheses, vocab_size) has vocab_size entries per row: the row is index // vocab_size, the column
index % vocab_size.
"""

from solution import best_continuations as right


def best_continuations(scores, log_probs, beam):
    parents, tokens, totals = right(scores, log_probs, beam)
    places = parents * log_probs.shape[1] + tokens
    return (places // beam).clamp(max=len(scores) - 1), places % beam, totals
