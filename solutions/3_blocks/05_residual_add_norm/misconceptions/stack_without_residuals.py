"""residual_stack only runs the layers one after the other: nothing is added.

Add the layer's own input to its output: x = layer(x) + x.
"""


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x)
    return x
