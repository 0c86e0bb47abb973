"""batch_norm adds eps to the standard deviation, outside the root.

Add it to the variance first and take the root of the sum: √(σ² + ε), not √σ² + ε.
"""


def batch_norm(x, gamma, beta, eps):
    return gamma * (x - x.mean(axis=0)) / (x.std(axis=0) + eps) + beta
