"""SOS stands at the front of the result.

SOS is where decoding starts; the model did not say it. Return target[:, 1:].
"""

from solution import greedy_decode as right
from torch import cat, full


def greedy_decode(model, source, sos, eos, pad, max_length):
    said = right(model, source, sos, eos, pad, max_length)
    return cat([full((len(source), 1), sos), said], dim=1)
