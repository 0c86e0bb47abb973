"""batch_norm divides by the variance, without taking the root.

Divide by √(σ² + ε), so that each feature then has variance 1.
"""


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / (x.var(axis=0) + eps) + beta
