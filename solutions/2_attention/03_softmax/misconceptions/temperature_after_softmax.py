"""The weights are divided by the temperature after the softmax, so they no longer add up to 1.

The temperature belongs to the scores: divide them first, then take the softmax.
"""

from solution import softmax


def softmax_with_temperature(scores, temperature, axis=-1):
    return softmax(scores, axis=axis) / temperature
