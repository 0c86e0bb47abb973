import numpy as np

from grader.checks import check


def transposed(rng, rows, columns, scale=1.0):
    """A matrix with a zero, as a view that is not contiguous in memory."""
    matrix = rng.normal(0, scale, size=(columns, rows)).T
    matrix[0, 1] = 0.0
    return matrix


def many_and_few(score, rng, few=3, scale=0.1):
    """The scores of 270 targets and few sources, and of few targets and 270 sources."""
    many, few = transposed(rng, 270, 2, scale), transposed(rng, few, 2, scale)
    return score(many, few), score(few, many)


@check("dot is right for many states, and for one pair", parts="table: target source")
def dot_at_other_sizes(impl, rng):
    return *many_and_few(impl.dot, rng), impl.dot(rng.randint(5, 20, size=(1, 5)), rng.randint(5, 20, size=(1, 5)))


@check("scaled_dot is right for other widths, for many states, and for one pair", parts="table: target source")
def scaled_at_other_widths(impl, rng):
    wide = impl.scaled_dot(rng.normal(size=(3, 290)), rng.normal(size=(4, 290)))
    one = impl.scaled_dot(rng.uniform(0.5, 2, size=(1, 5)), rng.uniform(0.5, 2, size=(1, 5)))
    return wide, one, *many_and_few(impl.scaled_dot, rng)


@check(
    "cosine of counts, which are whole numbers, with empty texts among them, and of many states almost at right angles",
    parts="counts: target source; 270 targets: target source; 270 sources: target source",
)
def cosine_of_counts(impl, rng):
    s, h = rng.randint(0, 4, size=(4, 9)), rng.randint(0, 4, size=(5, 9))
    s[:, 0], h[:, 0] = 1, 2
    s[1] = h[3] = 0
    many, few = transposed(rng, 270, 2, 0.01), transposed(rng, 3, 2, 0.01)
    many[:, 0], few[:, 1] = 1.0, 2.0
    return impl.cosine(s, h), impl.cosine(many, few), impl.cosine(few, many)


@check("general is right for many states, and for one pair", parts="table: target source")
def general_at_other_sizes(impl, rng):
    W_a, other_W_a = transposed(rng, 2, 3), transposed(rng, 3, 2)
    many, few = transposed(rng, 270, 2, 0.1), transposed(rng, 5, 3, 0.1)
    one = impl.general(*(rng.randint(5, 9, size=size) for size in ((1, 2), (1, 3), (2, 3))))
    return impl.general(many, few, W_a), impl.general(few, many, other_W_a), one


@check("additive is right for other sizes and for many states", parts="table: target source")
def additive_at_other_sizes(impl, rng):
    s, h = rng.normal(size=(1, 2)), rng.normal(size=(6, 7))
    one = impl.additive(s, h, rng.normal(size=(9, 13)) / 2, rng.normal(size=13))
    W_a, v_a = transposed(rng, 4, 3), np.array([0.02, 0.0, -0.03])
    return one, *many_and_few(lambda s, h: impl.additive(s, h, W_a, v_a), rng, scale=1.0)


@check("location is right for one state, many states and many positions", parts="table: target source")
def location_of_one_state(impl, rng):
    one = impl.location(rng.normal(size=(1, 3)), rng.normal(size=(3, 280)))
    identity = impl.location(rng.normal(size=(6, 5)), np.eye(5)[:, :4] * 2.0)
    return one, identity, impl.location(transposed(rng, 270, 3), transposed(rng, 3, 2))


def all_six(impl, s, h, general, additive, v_a, location):
    """The results of all six functions."""
    pairs = {name: getattr(impl, name)(s, h) for name in ("dot", "scaled_dot", "cosine")}
    pairs |= {"general": impl.general(s, h, general), "additive": impl.additive(s, h, additive, v_a)}
    return {**pairs, "location": impl.location(s, location)}


def matrices(rng, n, hidden, source):
    """W_a for general, W_a and v_a for additive, W_a for location."""
    shapes = (n, n), (2 * n, hidden), (hidden,), (n, source)
    return [rng.normal(size=shape) for shape in shapes]


@check("equal states, states of zeros, and arrays whose numbers have changed since the last call")
def equal_states(impl, rng):
    s, h, weights = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), matrices(rng, 3, 2, 5)
    s[3], s[2], h[2], h[0] = s[0], 0.0, h[1], s[0]
    np.fill_diagonal(weights[0], 1.0)
    found = all_six(impl, s, h, *weights)
    for array in (s, h, *weights):
        array += rng.normal(size=array.shape)
    return {**found, **{f"{name}, changed": scores for name, scores in all_six(impl, s, h, *weights).items()}}


@check("integers in s, in h or in the weights only: no fraction of the others is lost")
def whole_numbers_on_one_side(impl, rng):
    whole, other, weights = rng.randint(1, 5, size=(3, 4)), rng.uniform(-1, 1, size=(5, 4)), matrices(rng, 4, 2, 3)
    signs = [np.sign(matrix).astype(int) for matrix in weights]
    signs[2] = np.array([1, 2])  # two saturated hidden units do not cancel
    return {
        f"{name}, {kind}": scores
        for kind, arguments in {
            "s whole": (whole, other, *weights),
            "h whole": (other, whole, *weights),
            "s and weights whole": (whole, other, *signs),
            "weights whole": (other[:4], other, *signs),
            "h and matrices whole": (other, whole, *signs[:2], weights[2], signs[3]),
        }.items()
        for name, scores in all_six(impl, *arguments).items()
    }


@check("states of one number, one hidden unit, one position; strong hidden units, and low scores")
def narrow_states(impl, rng):
    s, h = rng.uniform(0.5, 2, size=(3, 1)), rng.uniform(-2, 2, size=(4, 1))
    found = all_six(impl, s, h, *matrices(rng, 1, 1, 1))
    found["strong hidden units"] = impl.additive(s[:1], h, 40 * rng.choice([-1.0, 1.0], size=(2, 1)), np.array([-1.5]))
    return {**found, "low scores": impl.location(np.ones((2, 1)), rng.uniform(-11, -9, size=(1, 4)))}
