"""clip_gradients adds up the lengths of the parameters' gradients.

All gradients are one long vector: add up their squares, and take the root once.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum(gradient.norm().item() for gradient in gradients)
    if norm > max_norm:
        for gradient in gradients:
            gradient *= max_norm / norm
    return norm
