"""to_logits sets negative logits to 0, as a hidden layer with ReLU does.

The last layer is linear only. A negative logit means that a word is unlikely; do not cut it off.
"""

import numpy as np


def to_logits(x, W, b):
    return np.maximum(x @ W + b, 0)
