"""What a child runs. A check returns what the implementation computed; the grader judges."""

import numpy as np

from grader.checks import check


@check("the worked example gives the printed scores", axes="item feature")
def worked_example(impl, rng):
    return impl.standardise(np.array([[1.0, 7.0], [5.0, 7.0]]))


@check("each column has its own mean and standard deviation", parts="scores: item feature")
def columns(impl, rng):
    scales = np.array([[1.0], [20.0], [0.3]])
    return [impl.standardise((rng.normal(2.0, 1.0, size=(3, 5)) * scales).T) for _ in range(2)]  # transposed views


@check("it works for as many items as features", axes="item feature")
def square(impl, rng):
    x = rng.normal(3.0, 2.0, size=(4, 4)) + np.arange(4.0)
    x[2, 1] = 0.0
    return impl.standardise(x)


@check("a column without spread has the score 0", axes="item feature")
def no_spread(impl, rng):
    x = rng.normal(size=(5, 3))
    x[:, 1] = 4.0
    return impl.standardise(x)


@check(
    "a single item scores 0, and a single feature keeps its axis",
    parts="one item: item feature; one feature: item feature",
)
def one_of_each(impl, rng):
    return impl.standardise(rng.normal(size=(1, 6))), impl.standardise(rng.normal(5.0, 2.0, size=(3, 1)))
