"""learning_rate stays at its peak after the warm-up.

From step = warmup on it falls with the inverse square root of the step: step^−0.5.
"""


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(warmup**-0.5, step * warmup**-1.5)
