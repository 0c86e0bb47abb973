"""What a child runs. A check returns what the implementation computed; the grader judges."""

import numpy as np

from grader.checks import check


@check("the worked example gives the printed medians", axes="feature")
def worked_example(impl, rng):
    return impl.median(np.array([[3.0, 1.0], [9.0, 2.0], [4.0, 3.0], [4.0, 8.0]]))


@check("of an odd number of values it is the one in the middle", parts="median: feature")
def odd_number(impl, rng):
    return [impl.median(rng.normal(2.0, 3.0, size=(3, 5)).T) for _ in range(2)]  # transposed views


@check("of an even number of values it is the mean of the two in the middle", axes="feature")
def even_number(impl, rng):
    x = rng.normal(-1.0, 4.0, size=(4, 4))  # as many features as items
    x[2, 1] = 0.0
    return impl.median(x)


@check("one wild value hardly moves it", axes="feature")
def wild_value(impl, rng):
    x = rng.uniform(1.0, 2.0, size=(7, 2))
    x[3] = [1e6, -1e6]
    return impl.median(x)


@check(
    "a single item is its own median, and a single feature keeps its axis",
    parts="one item: feature; one feature: feature",
)
def one_of_each(impl, rng):
    return impl.median(rng.normal(size=(1, 6))), impl.median(rng.normal(size=(4, 1)))
