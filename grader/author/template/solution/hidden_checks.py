"""Checks that students do not see: they catch answers made for the public cases."""

from grader.checks import check


@check("the mean holds for many small features", axes="feature")
def many_features(impl, rng):
    x = rng.normal(-0.01, 0.02, size=(3, 270))
    return impl.weighted_mean(x, rng.uniform(0.5, 3.0, size=3))
