"""residual_stack overwrites x with the layer's output and then adds that to itself.

After x = layer(x) the old x is gone. Write x = layer(x) + x, or give the output its own name.
"""


def residual_stack(x, layers):
    for layer in layers:
        x = layer(x)
        x = x + x
    return x
