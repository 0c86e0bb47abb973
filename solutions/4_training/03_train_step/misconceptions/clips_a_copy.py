"""clip_gradients shortens copies: .grad does not change.

gradient = gradient * factor makes a new tensor. Change it in place (gradient *= factor, gradient.mul_(factor)), or
assign to parameter.grad.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients) ** 0.5
    if norm > max_norm:
        for gradient in gradients:
            gradient = gradient * max_norm / norm
    return norm
