"""layer_norm squeezes each token between 0 and 1 by its smallest and largest value.

Layer norm has no such bounds: it subtracts the mean and divides by √(σ² + ε), so some values are always
negative unless all are equal.
"""


def layer_norm(x, gamma, beta, eps):
    low = x.min(axis=-1, keepdims=True)
    high = x.max(axis=-1, keepdims=True)
    return gamma * (x - low) / (high - low + eps) + beta
