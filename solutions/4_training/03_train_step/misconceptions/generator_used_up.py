"""clip_gradients iterates over the parameters twice, and the second time there are none left.

model.parameters() is a generator: it can be read only once. Put the gradients into a list first.
"""


def clip_gradients(parameters, max_norm):
    norm = sum((p.grad**2).sum().item() for p in parameters if p.grad is not None) ** 0.5
    if norm > max_norm:
        for p in parameters:
            if p.grad is not None:
                p.grad *= max_norm / norm
    return norm
