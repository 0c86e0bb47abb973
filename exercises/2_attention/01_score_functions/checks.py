import numpy as np

from grader.checks import check


@check("dot compares every target with every source", axes="target source")
def dot_of_every_pair(impl, rng):
    return impl.dot(rng.normal(size=(5, 11)), rng.normal(size=(7, 11)))


@check("scaled_dot divides the dot products by the root of the width", axes="target source")
def scaled_by_the_root(impl, rng):
    return impl.scaled_dot(rng.normal(size=(5, 11)), rng.normal(size=(7, 11)))


@check("cosine sees directions: stretching a state changes no score", axes="target source; target source")
def cosine_ignores_length(impl, rng):
    s, h = rng.normal(size=(5, 11)), rng.normal(size=(7, 11))
    stretched_s = s * np.array([[0.2], [1.0], [3.0], [9.0], [0.5]])
    stretched_h = h * np.array([[4.0], [0.3], [1.0], [20.0], [2.0], [0.6], [7.0]])
    return impl.cosine(s, h), impl.cosine(stretched_s, stretched_h)


@check("a vector of zeros has cosine 0 with anything, never NaN", axes="target source")
def cosine_of_zeros(impl, rng):
    s, h = rng.normal(size=(4, 5)), rng.normal(size=(7, 5))
    s[2] = 0.0
    h[[1, 5]] = 0.0
    return impl.cosine(s, h)


@check(
    "cosine leaves the caller's states as they were",
    axes="target source; target n; source n",
    follows="cosine_ignores_length",
)
def cosine_leaves_inputs_alone(impl, rng):
    s, h = 2 * rng.normal(size=(3, 5)), 3 * rng.normal(size=(4, 5))
    return impl.cosine(s, h), s, h


@check("general joins states of different widths", axes="target source")
def general_of_two_widths(impl, rng):
    return impl.general(rng.normal(size=(5, 4)), rng.normal(size=(7, 3)), rng.normal(size=(4, 3)))


@check("in general the rows of W_a belong to s and its columns to h", axes="target source")
def general_knows_its_sides(impl, rng):
    return impl.general(rng.normal(size=(4, 6)), rng.normal(size=(7, 6)), rng.normal(size=(6, 6)))


@check("additive is a small network that reads s and h together", axes="target source")
def additive_network(impl, rng):
    s, h = rng.normal(size=(5, 4)), rng.normal(size=(8, 3))
    return impl.additive(s, h, rng.normal(size=(7, 6)), rng.normal(size=6))


@check("location turns each state into weights over the positions", axes="target source")
def location_weights(impl, rng):
    return impl.location(rng.normal(size=(5, 4)), rng.normal(size=(4, 7)))
