"""clip_gradients uses the sum of the squares as the length: the root is missing.

The length of a vector is √(Σ g²).
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients)
    if norm > max_norm:
        for gradient in gradients:
            gradient *= max_norm / norm
    return norm
