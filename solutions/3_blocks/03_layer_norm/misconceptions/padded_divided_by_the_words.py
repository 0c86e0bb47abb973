"""padded_statistics divides the sums by the number of real words, not by the number of rows.

Batch norm cannot distinguish a padding row from a word: it divides by words + n_pad.
"""


def padded_statistics(x, n_pad):
    mean = x.sum(axis=0) / len(x)
    squares = ((x - mean) ** 2).sum(axis=0) + n_pad * mean**2
    return mean, squares / len(x)
