"""clip_gradients uses the length of the longest gradient, not of all together.

All gradients are one long vector: add up the squares of all entries, and take the root once.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = max(gradient.norm().item() for gradient in gradients)
    if norm > max_norm:
        for gradient in gradients:
            gradient *= max_norm / norm
    return norm
