"""Checks that students do not see: they catch answers made for the public cases."""

from grader.checks import check


@check("the scores hold for many small values", parts="many items: item feature; many features: item feature")
def many(impl, rng):
    few = rng.normal(0.01, 0.02, size=(271, 2))
    return impl.standardise(few), impl.standardise(rng.normal(0.01, 0.02, size=(3, 270)))
