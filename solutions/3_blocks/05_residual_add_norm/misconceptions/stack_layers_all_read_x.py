"""residual_stack hands the first x to every layer and adds up what they give.

A layer works on what the layer before it left: x_{l−1}, its output and its input added.
"""


def residual_stack(x, layers):
    return x + sum(layer(x) for layer in layers)
