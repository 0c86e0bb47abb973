"""residual_stack adds the first x after every layer.

Each layer adds to its own input: the state just before it, x_{l−1}, not x_0.
"""


def residual_stack(x, layers):
    state = x
    for layer in layers:
        state = layer(state) + x
    return state
