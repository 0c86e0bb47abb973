"""The second order is put together from two steps of the first: P(current | previous) times P(next | current).

That adds nothing to the first order. Count triples of words, and divide each pair's row by its sum.
"""

from solution import transition_matrix


def second_order_matrix(sentences, vocabulary):
    step = transition_matrix(sentences, vocabulary)
    return step[:, :, None] * step[None, :, :]
