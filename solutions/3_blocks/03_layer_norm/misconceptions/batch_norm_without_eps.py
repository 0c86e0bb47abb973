"""batch_norm leaves eps out.

A feature that is the same in all items has variance 0, and 0/0 is NaN. Divide by √(σ² + ε).
"""


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / x.std(axis=0) + beta
