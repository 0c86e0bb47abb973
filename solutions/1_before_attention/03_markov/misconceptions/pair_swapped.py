"""The two words of the pair are swapped: the current word is on the first axis, the previous one on the second.

Time runs from left to right: (previous, current, next).
"""

import numpy as np
from solution import second_order_matrix as right


def second_order_matrix(sentences, vocabulary):
    return np.swapaxes(right(sentences, vocabulary), 0, 1)
