"""lookup_gradient keeps one gradient of a repeated word and drops the others.

gradient[ids] += upstream reads all rows first and writes each once, so the last place wins. Use np.add.at(gradient,
ids, upstream), or a loop over the places.
"""

import numpy as np


def lookup_gradient(ids, upstream, vocab_size):
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    gradient[ids] += upstream
    return gradient
