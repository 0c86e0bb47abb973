import numpy as np

from grader.checks import check


@check("softmax over the last axis follows the formula", axes="query key")
def follows_the_formula(impl, rng):
    scores = rng.normal(size=(5, 7)) * 1.5
    scores[rng.randint(5), rng.randint(7)] = 0.0
    return impl.softmax(scores)


@check("the printed scores get the printed weights", parts="1 to 3: query key; with -inf: query key")
def printed_weights(impl, rng):
    hidden = -np.inf
    masked = [[0.1, 0.6, hidden, hidden], [0.1, 0.3, 0.6, hidden], [0.1, 0.3, 0.3, 0.3]]
    return impl.softmax(np.array([[1, 2, 3], [1001, 1002, 1003]])), impl.softmax(np.array(masked))


@check("softmax normalises along the given axis", parts="axis 0: batch query key; axis 1: batch query key")
def any_axis(impl, rng):
    scores = rng.normal(size=(3, 5, 5)) * 1.5
    return impl.softmax(scores, axis=0), impl.softmax(scores, axis=1)


@check("one score alone gets weight 1, and no axis is lost", parts="one key: query key; one query: batch query key")
def axes_of_length_one(impl, rng):
    return impl.softmax(rng.normal(size=(4, 1))), impl.softmax(rng.normal(size=(1, 1, 5)))


@check("scores in the hundreds do not overflow", axes="query key")
def large_scores(impl, rng):
    scores = 705 + rng.randint(0, 15 * 64, size=(5, 7)) / 64
    scores[1, 3] = 716.5  # exp overflows just below 710
    return impl.softmax(scores)


@check("rows of very different size are each normalised", axes="query key")
def rows_far_apart(impl, rng):
    scores = rng.randint(-128, 128, size=(4, 7)) / 64 + np.array([[1000.0], [0.0], [-1000.0], [480.0]])
    scores[3, :5] -= 1600.0  # and one row whose mean is far below its best
    return impl.softmax(scores)


@check("a score of minus infinity gets weight 0, the others share the rest", axes="query key")
def minus_infinity(impl, rng):
    scores = rng.normal(size=(5, 5))
    scores[0, 3] = scores[3, 4] = -np.inf
    scores[2, :3] = -np.inf
    return impl.softmax(scores)


@check("minus infinity is below every score, however low", axes="query key")
def below_every_score(impl, rng):
    scores = rng.randint(-128, 128, size=(4, 5)) / 64 - np.array([[0.0], [20000.0], [2.0**102], [0.0]])
    scores[np.arange(4), rng.randint(5, size=4)] = -np.inf
    scores[2, rng.permutation(5)[1:]] = -np.inf  # one score of -2¹⁰² alone, exact in whatever way it is computed
    return impl.softmax(scores)


@check("integer scores get fractional weights", axes="query key")
def whole_numbers(impl, rng):
    scores = rng.randint(-3, 4, size=(5, 7))
    scores[3, 2] = 60  # so far ahead that its weight rounds to exactly 1
    return impl.softmax(scores)


@check("a temperature below 1 sharpens, one above 1 flattens", parts="cold: query key; hot: query key")
def temperature(impl, rng):
    scores = rng.normal(size=(5, 7)) * 1.5
    return impl.softmax_with_temperature(scores, 0.5), impl.softmax_with_temperature(scores, 3)


@check("the printed temperatures give the printed weights", parts="T = 0.5: key; T = 1: key; T = 3: key")
def printed_temperatures(impl, rng):
    return tuple(impl.softmax_with_temperature(np.array([1.0, 2.0, 3.0]), t) for t in (0.5, 1.0, 3.0))


@check("the temperature works along any axis", parts="axis 1: batch query key; axis 0: query key")
def temperature_any_axis(impl, rng):
    scores = rng.normal(size=(4, 4, 5)) * 1.5
    return impl.softmax_with_temperature(scores, 0.7, axis=1), impl.softmax_with_temperature(scores[0, :1], 0.7, axis=0)


@check("integer scores are divided by the temperature, not rounded", axes="query key")
def temperature_of_whole_numbers(impl, rng):
    return impl.softmax_with_temperature(rng.randint(-4, 5, size=(4, 7)), 3)


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


@check("variances of as many pairs as dimensions, and of one dimension", parts="square: dimension; one: dimension")
def variance_of_other_sizes(impl, rng):
    queries, keys = rng.normal(0.5, 1.0, size=(2, 5, 5))
    queries[2, 1] = keys[3, 2] = 0.0
    return impl.dot_product_variance(queries, keys), impl.dot_product_variance(queries[:, :1], keys[:, :1], scaled=True)


@check("scores are Q Kᵀ / √d_k, for every item of a batch", axes="batch query key")
def scores_are_scaled(impl, rng):
    return impl.scaled_scores(rng.normal(size=(2, 5, 11)), rng.normal(size=(2, 7, 11)))


@check("scores of as many queries as keys and dimensions, and of one query", parts="square: query key; one: query key")
def scores_of_other_sizes(impl, rng):
    queries, keys = rng.normal(size=(2, 5, 5))
    return impl.scaled_scores(queries, keys), impl.scaled_scores(queries[:1], keys[:3])
