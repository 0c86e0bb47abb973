"""The factor d_model^−0.5 is missing in learning_rate.

Both curves are multiplied by it: a wider model learns with a smaller rate.
"""


def learning_rate(step, d_model, warmup):
    return min(step**-0.5, step * warmup**-1.5)
