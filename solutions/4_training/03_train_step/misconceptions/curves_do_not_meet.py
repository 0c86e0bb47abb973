"""The straight line of learning_rate is too steep: the two curves do not meet at step = warmup.

It is step · warmup^−1.5, which at step = warmup is warmup^−0.5.
"""


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step / warmup)
