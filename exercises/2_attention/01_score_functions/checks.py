import numpy as np

from grader.checks import check

EXAMPLE_S = np.array([[1, 1, 1, 1]])
EXAMPLE_H = np.array([[2, 2, 2, 2], [8, 0, 0, 0], [0, 0, 0, 3], [2, 2, 0, 0], [1, -1, 1, -1], [-1, -1, -1, -1]])


def tables(score, rng):
    """The worked example, 5 states against 7, the same 5 against others, and as many states as numbers in each."""
    s, h, other_h = rng.normal(size=(5, 11)), rng.normal(size=(7, 11)), rng.normal(size=(7, 11))
    square = rng.normal(size=(2, 4, 4))
    return score(EXAMPLE_S, EXAMPLE_H), score(s, h), score(s, other_h), score(*square)


@check(
    "dot compares every target with every source",
    parts="worked example: target source; table: target source; other sources: target source; square: target source",
)
def dot_of_every_pair(impl, rng):
    return tables(impl.dot, rng)


@check(
    "scaled_dot divides the dot products by the root of the width",
    parts="worked example: target source; table: target source; other sources: target source; square: target source",
)
def scaled_by_the_root(impl, rng):
    return tables(impl.scaled_dot, rng)


@check(
    "cosine is the dot product divided by both lengths",
    parts="worked example: target source; table: target source; other sources: target source; square: target source",
)
def cosine_of_every_pair(impl, rng):
    return tables(impl.cosine, rng)


@check("cosine depends on directions only: stretching a state changes no score", axes="target source")
def cosine_ignores_length(impl, rng):
    s, h = rng.normal(size=(5, 11)), rng.normal(size=(7, 11))
    stretched_s = s * np.array([[1e-6], [1.0], [3.0], [90.0], [0.5]])
    stretched_h = h * np.array([[4.0], [1e-6], [1.0], [200.0], [2.0], [0.6], [7.0]])
    return impl.cosine(stretched_s, stretched_h)


@check(
    "a vector of zeros has cosine 0 with anything, never NaN; one whose numbers add up to 0 has a direction",
    axes="target source",
)
def cosine_of_zeros(impl, rng):
    s, h = rng.normal(size=(4, 5)), rng.normal(size=(7, 5))
    s[2] = 0.0
    h[[1, 5]] = 0.0
    s[0], h[3] = [1.0, -1.0, 0.0, 2.0, -2.0], [-3.0, 2.0, 1.0, 0.0, 0.0]
    return impl.cosine(s, h)


@check(
    "general compares states of different widths",
    parts="worked example: target source; table: target source; other sources: target source; "
    "whole numbers: target source",
)
def general_of_two_widths(impl, rng):
    example = impl.general(np.array([[1, 2]]), np.array([[3, 1, 2]]), np.array([[1, 0, 1], [0, 1, 0]]))
    s, W_a, other_W_a = rng.normal(size=(5, 4)), rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
    first, second = impl.general(s, rng.normal(size=(7, 3)), W_a), impl.general(s, rng.normal(size=(7, 3)), other_W_a)
    return example, first, second, impl.general(rng.randint(-3, 4, size=(2, 4)), rng.randint(-3, 4, size=(6, 3)), W_a)


@check(
    "in general the rows of W_a belong to s and its columns to h",
    parts="table: target source; square: target source",
)
def general_knows_its_sides(impl, rng):
    square = rng.normal(size=(3, 4, 4))
    s, h, W_a = rng.normal(size=(4, 6)), rng.normal(size=(7, 6)), rng.normal(size=(6, 6))
    return impl.general(s, h, W_a), impl.general(*square)


@check(
    "additive is a small network that reads s and h together",
    parts="worked example: target source; table: target source; other sources: target source; square: target source",
)
def additive_network(impl, rng):
    W_a = np.array([[0.5, 0.2], [0.1, 0.3], [0.4, 0.7], [0.0, 0.8]])
    example = impl.additive(np.array([[1, 0]]), np.array([[0, 1]]), W_a, np.array([1, 2]))
    s, (h, other_h) = rng.normal(size=(5, 4)), rng.normal(size=(2, 8, 3))
    first = impl.additive(s, h, rng.normal(size=(7, 6)), rng.normal(size=6))
    second = impl.additive(s, other_h, rng.normal(size=(7, 6)), rng.normal(size=6))
    square = rng.normal(size=(2, 4, 4))
    return example, first, second, impl.additive(*square, rng.normal(size=(8, 8)), rng.normal(size=8))


@check(
    "location turns each state into weights over the positions",
    parts="worked example: target source; table: target source; other W_a: target source; square: target source",
)
def location_weights(impl, rng):
    example = impl.location(np.array([[1, 1]]), np.array([[1, 0, 2], [0, 2, 1]]))
    s, W_a, other_W_a = rng.normal(size=(5, 4)), rng.normal(size=(4, 7)), rng.normal(size=(4, 7))
    square = rng.normal(size=(2, 4, 4))
    return example, impl.location(s, W_a), impl.location(s, other_W_a), impl.location(*square)
