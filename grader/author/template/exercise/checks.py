"""What a child runs. A check returns what the implementation computed; the grader judges."""

import numpy as np

from grader.checks import check


@check("the worked example gives the printed mean", axes="feature")
def worked_example(impl, rng):
    return impl.weighted_mean(np.array([[1.0, 10.0], [3.0, 30.0]]), np.array([3.0, 1.0]))


@check("rows are mixed by their weights", parts="mean: feature")
def mixes_rows(impl, rng):
    x = rng.normal(2.0, 3.0, size=(3, 5)).T  # a transposed view, as students have them too
    return [
        impl.weighted_mean(x, np.array(weights)) for weights in ([0.1, 0.4, 0.2, 0.25, 0.05], [0.3, 0.1, 0, 0.5, 0.1])
    ]


@check("weights need not add up to 1", axes="feature")
def any_weights(impl, rng):
    x = rng.normal(2.0, 3.0, size=(4, 4))  # as many features as items
    x[2, 1] = 0.0
    return impl.weighted_mean(x, rng.uniform(1.0, 9.0, size=4))


@check(
    "a single row is its own mean, and a single feature keeps its axis", parts="one row: feature; one feature: feature"
)
def one_of_each(impl, rng):
    row, column = rng.normal(size=(1, 6)), rng.normal(size=(3, 1))
    return impl.weighted_mean(row, np.array([2.5])), impl.weighted_mean(column, np.array([0.5, 1.5, 3.0]))
