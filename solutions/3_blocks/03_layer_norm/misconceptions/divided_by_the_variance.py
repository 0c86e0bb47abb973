"""layer_norm divides by the variance, without taking the root.

The variance has the square of the unit of x. Divide by √(σ² + ε), so that the result has variance 1.
"""


def layer_norm(x, gamma, beta, eps):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / (variance + eps) + beta
