import numpy as np

from grader.checks import check


@check("softmax over the last axis follows the formula", axes="query key")
def follows_the_formula(impl, rng):
    return impl.softmax(rng.normal(size=(5, 7)) * 1.5)


@check("softmax normalises along the axis it is told", axes="batch query key; batch query key")
def any_axis(impl, rng):
    scores = rng.normal(size=(2, 5, 7)) * 1.5
    return impl.softmax(scores.copy(), axis=0), impl.softmax(scores.copy(), axis=1)


@check("scores in the hundreds do not overflow", axes="query key")
def large_scores(impl, rng):
    scores = 705 + rng.randint(0, 15 * 64, size=(5, 7)) / 64
    scores[1, 3] = 716.5  # exp overflows just below 710
    return impl.softmax(scores)


@check("rows at very different heights are each normalised", axes="query key")
def rows_far_apart(impl, rng):
    scores = rng.randint(-128, 128, size=(4, 7)) / 64 + np.array([[1000.0], [0.0], [-1000.0], [480.0]])
    scores[3, :3] -= 960.0  # and one row that spans nearly a thousand
    return impl.softmax(scores)


@check("a score of minus infinity gets weight 0, the others share the rest", axes="query key")
def minus_infinity(impl, rng):
    scores = rng.normal(size=(5, 7))
    scores[0, 3] = scores[3, 6] = -np.inf
    scores[2, :5] = -np.inf
    return impl.softmax(scores)


@check("whole-number scores get fractional weights", axes="query key")
def whole_numbers(impl, rng):
    scores = rng.randint(-3, 4, size=(5, 7))
    scores[3, 2] = 60  # so far ahead that its weight rounds to exactly 1
    return impl.softmax(scores)


@check("softmax leaves the caller's scores as they were", axes="query key; query key")
def input_unchanged(impl, rng):
    scores = rng.normal(size=(5, 7)) + 3
    return impl.softmax(scores), scores


@check("a temperature below 1 sharpens, one above 1 flattens", axes="query key; query key")
def temperature(impl, rng):
    scores = rng.normal(size=(5, 7)) * 1.5
    cold = impl.softmax_with_temperature(scores.copy(), 0.5)
    hot = impl.softmax_with_temperature(scores.copy(), 3)
    return cold, hot


@check("a high temperature gives weight to scores far below the best", axes="query key")
def high_temperature(impl, rng):
    scores = rng.randint(-1500 * 64, 1500 * 64, size=(5, 7)) / 64
    scores[:, 0], scores[:, 1] = 1500.0, -1500.0
    return impl.softmax_with_temperature(scores, 1024.0)


@check("d independent dimensions give d times the variance of one", axes="dimension")
def variance_grows(impl, rng):
    # Every combination of a low and a high value once: the five products q_i k_i are exactly independent.
    bits = (np.arange(32)[:, None] >> np.arange(5)) & 1
    products = np.where(bits == 1, 1.0 + rng.uniform(), -0.5)
    keys = rng.choice([-1.0, 1.0], size=(32, 5))
    return impl.dot_product_variance(products * keys, keys)


@check("with scaled=True q·k is divided by √d, d the number of dimensions used", axes="dimension")
def variance_after_scaling(impl, rng):
    queries = rng.normal(0.6, 1.2, size=(17, 6))
    keys = rng.normal(-0.8, 1.0, size=(17, 6))
    return impl.dot_product_variance(queries, keys, scaled=True)


@check("scores are Q Kᵀ / √d_k, for every item of a batch", axes="batch query key")
def scores_are_scaled(impl, rng):
    return impl.scaled_scores(rng.normal(size=(2, 5, 11)), rng.normal(size=(2, 7, 11)))
