"""learning_rate counts the steps from 0: the first step has rate 0 and teaches nothing.

The formula's first step is 1. If a loop counts from 0, add 1 in the call.
"""


def learning_rate(step, d_model, warmup):
    step = step - 1
    if step < warmup:
        return d_model**-0.5 * step * warmup**-1.5
    return d_model**-0.5 * step**-0.5
