"""The weights are rounded, as one does on paper.

Rounded weights need not add up to 1, and small ones vanish. Keep all digits, and round only what you print.
"""

import numpy as np
from solution import attention_weights as right


def attention_weights(scores, d_k=None):
    return np.round(right(scores, d_k), 1)
