"""to_logits sets negative logits to 0, as a hidden layer with ReLU does.

The last layer is linear only. Negative logits say that a word is unlikely; do not cut them off.
"""

import numpy as np


def to_logits(x, W, b):
    return np.maximum(x @ W + b, 0)
