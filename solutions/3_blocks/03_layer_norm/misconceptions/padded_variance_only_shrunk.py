"""padded_statistics shrinks the variance by the same factor as the mean.

The zeros also stand far from the words, and that distance is variance too. With s = words / (words +
n_pad), the variance is s · (σ² + μ²) − (s · μ)².
"""


def padded_statistics(x, n_pad):
    share = len(x) / (len(x) + n_pad)
    return share * x.mean(axis=0), share * x.var(axis=0)
