"""lookup_gradient keeps one gradient of a repeated word and drops the others.

Every place must be added. gradient[ids] += upstream does not: it writes each row once, and the last place wins. Use
np.add.at(gradient, ids, upstream), or a loop over the places.
"""

import numpy as np


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    gradient[ids] += upstream
    return gradient
