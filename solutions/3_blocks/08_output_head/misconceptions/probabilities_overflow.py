"""probabilities takes exp of the logits as they are: large ones overflow, very negative ones all become 0.

Subtract the largest logit of each position first. This changes no probability.
"""

import numpy as np


def probabilities(logits):
    exponentials = np.exp(logits)
    return exponentials / exponentials.sum(axis=-1, keepdims=True)
