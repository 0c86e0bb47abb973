"""clip_gradients returns the length after clipping.

Return the length before clipping: it shows how large the gradients were. Save it in a variable.
"""

from solution import clip_gradients as right


def clip_gradients(parameters, max_norm):
    return min(right(parameters, max_norm), max_norm)
