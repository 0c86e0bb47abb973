"""learning_rate adds 1 to the step, as if the first one were 0.

The first step is 1: use it as it is.
"""


def learning_rate(step, d_model, warmup):
    step = step + 1
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
