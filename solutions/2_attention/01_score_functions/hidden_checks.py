import numpy as np

from grader.checks import check


@check("scaled_dot is right for other widths, and for one pair", axes="target source; target source; target source")
def scaled_at_other_widths(impl, rng):
    wide = impl.scaled_dot(rng.normal(size=(3, 29)), rng.normal(size=(4, 29)))
    narrow = impl.scaled_dot(rng.normal(size=(6, 2)), rng.normal(size=(3, 2)))
    return wide, narrow, impl.scaled_dot(rng.normal(size=(1, 5)), rng.normal(size=(1, 5)))


@check("cosine of counts, which are whole numbers, with empty texts among them", axes="target source")
def cosine_of_counts(impl, rng):
    s, h = rng.randint(0, 4, size=(4, 9)), rng.randint(0, 4, size=(5, 9))
    s[:, 0], h[:, 0] = 1, 2
    s[1] = h[3] = 0
    return impl.cosine(s, h)


@check(
    "additive is right for other sizes, and leaves s and h as they were",
    axes="target source; target n_s; source n_h",
)
def additive_at_other_sizes(impl, rng):
    s, h = rng.normal(size=(1, 2)), rng.normal(size=(6, 7))
    return impl.additive(s, h, rng.normal(size=(9, 13)) / 2, rng.normal(size=13)), s, h


@check("location is right for one state and many positions", axes="target source; target source")
def location_of_one_state(impl, rng):
    one = impl.location(rng.normal(size=(1, 3)), rng.normal(size=(3, 17)))
    return one, impl.location(rng.normal(size=(6, 5)), np.eye(5)[:, :4] * 2.0)
