"""Checks that students do not see: they catch answers made for the public cases."""

from grader.checks import check


@check("the mean holds for a larger case", axes="feature")
def larger_case(impl, rng):
    x = rng.normal(-1.0, 2.0, size=(23, 4))
    return impl.weighted_mean(x, rng.uniform(0.5, 3.0, size=23))
