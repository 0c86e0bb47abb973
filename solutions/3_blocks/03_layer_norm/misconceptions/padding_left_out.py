"""padded_statistics uses the real words only.

The question is what batch norm computes if it does not know which rows are padding: put n_pad rows of zeros under x
first.
"""


def padded_statistics(x, n_pad):
    return x.mean(axis=0), x.var(axis=0)
