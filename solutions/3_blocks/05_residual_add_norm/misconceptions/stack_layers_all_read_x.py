"""residual_stack passes the first x to every layer and adds up their outputs.

A layer works on the result of the layer before it: x_{l−1}, its output and its input added.
"""


def residual_stack(x, layers):
    return x + sum(layer(x) for layer in layers)
