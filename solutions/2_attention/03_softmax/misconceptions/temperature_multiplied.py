"""The scores are multiplied by the temperature, so hot sharpens and cold flattens.

Divide by it: a high temperature makes the differences between scores small, and the weights even.
"""

from solution import softmax


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores * temperature, axis=axis)
