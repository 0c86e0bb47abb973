"""The second order looks at the current word only: whatever came before, the row is the first order's.

Then "battery ran" and "program ran" cannot be told apart. Count triples of words, with an axis for each.
"""

import numpy as np
from solution import transition_matrix


def second_order_matrix(sentences, vocabulary):
    return np.stack([transition_matrix(sentences, vocabulary)] * len(vocabulary))
