"""What a child runs. A check returns what the implementation computed; the grader judges."""

import numpy as np

from grader.checks import check


@check("rows are mixed by their weights", axes="feature")
def mixes_rows(impl, rng):
    x = rng.normal(2.0, 3.0, size=(5, 3))
    return impl.weighted_mean(x, np.array([0.1, 0.4, 0.2, 0.25, 0.05]))


@check("weights need not add to one", axes="feature")
def any_weights(impl, rng):
    x = rng.normal(2.0, 3.0, size=(4, 7))
    return impl.weighted_mean(x, rng.uniform(1.0, 9.0, size=4))


@check("a single row is its own mean, whatever it weighs", axes="feature")
def one_row(impl, rng):
    return impl.weighted_mean(rng.normal(size=(1, 6)), np.array([2.5]))
