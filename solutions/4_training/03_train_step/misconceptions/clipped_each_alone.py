"""clip_gradients shortens each parameter's gradient by itself.

That changes the direction of the whole step. Compute one length, the root of the sum of all squares, and
multiply all gradients by one factor.
"""


def clip_gradients(parameters, max_norm):
    total = 0.0
    for parameter in parameters:
        if parameter.grad is not None:
            norm = parameter.grad.norm().item()
            parameter.grad *= min(1.0, max_norm / (norm + 1e-6))
            total += norm**2
    return total**0.5
