"""learning_rate takes the larger of the two curves.

During warm-up the straight line is the smaller one, after it the root: take min.
"""


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * max(step**-0.5, step * warmup**-1.5)
