"""clip_gradients scales long gradients to length 1, not to max_norm.

The factor is max_norm / length.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients) ** 0.5
    if norm > max_norm:
        for gradient in gradients:
            gradient /= norm
    return norm
