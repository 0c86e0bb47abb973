"""Checks that students do not see: they catch answers made for the public cases."""

from grader.checks import check


@check(
    "the median holds for many small values, and for large ones",
    parts="many items: feature; many features: feature; large values: feature",
)
def many(impl, rng):
    return (
        impl.median(rng.normal(0.01, 0.02, size=(271, 2))),
        impl.median(rng.normal(0.01, 0.02, size=(2, 270))),
        impl.median(rng.normal(3e5, 2e5, size=(5, 2))),
    )
