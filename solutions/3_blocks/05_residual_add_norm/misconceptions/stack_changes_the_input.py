"""residual_stack changes the array it was given: x += … writes into the caller's array.

Write x = layer(x) + x, which makes a new array at every layer.
"""


def residual_stack(x, layers):
    for layer in layers:
        x += layer(x)
    return x
