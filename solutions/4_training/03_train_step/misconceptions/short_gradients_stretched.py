"""clip_gradients stretches gradients that are short enough already.

Clipping only sets an upper limit: multiply by max_norm / length where the length exceeds max_norm, and
otherwise change nothing.
"""


def clip_gradients(parameters, max_norm):
    gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
    norm = sum((gradient**2).sum().item() for gradient in gradients) ** 0.5
    for gradient in gradients:
        gradient *= max_norm / (norm + 1e-6)
    return norm
