import numpy as np

from grader.checks import check


@check("softmax of one vector, and of a column, with scores far below zero", parts="vector: key; column: key query")
def one_vector(impl, rng):
    vector = rng.randint(-128, 128, size=11) / 64 - 2000
    column = rng.randint(-128, 128, size=(9, 4)) / 64 - 2000
    return impl.softmax(vector), impl.softmax(column, axis=-2)


@check("softmax of many scores, of views, of four axes and of several arrays in turn", parts="weights")
def many_scores(impl, rng):
    scores = rng.normal(size=(2, 300))
    few = rng.normal(size=(3, 4))
    return (
        impl.softmax(scores),
        impl.softmax(scores.T, axis=0),
        impl.softmax(few),
        impl.softmax(few + few**2),
        impl.softmax(few.reshape(1, 3, 2, 2), axis=-3),
    )


@check("the temperature of many scores, of views and of several arrays in turn", parts="weights")
def temperature_of_many_scores(impl, rng):
    scores = rng.normal(size=(2, 300))
    scores[0, 3] = 0.0
    few = rng.normal(size=(3, 4))
    return (
        impl.softmax_with_temperature(scores, 2.0),
        impl.softmax_with_temperature(scores.T, 1.0, axis=0),
        impl.softmax_with_temperature(few, 1.5),
        impl.softmax_with_temperature(few + few**2, 1.5),
        impl.softmax_with_temperature(few, 1.5, axis=0),
    )


@check(
    "near T = 0 the best scores share all the weight, and minus infinity gets none",
    parts="small T: batch query key; tiny T and scores: query key",
)
def almost_frozen(impl, rng):
    scores = np.array([rng.permutation([0.0, 1 - 1 / 128, 1.0, 1.0, -np.inf]) for _ in range(6)]).reshape(2, 3, 5)
    scores[1] -= 20000.0
    scores[0, 0] = rng.permutation([-(2.0**102), *[-np.inf] * 4])
    tiny = np.ldexp(scores[0, 1:], -21)  # what is added to such a T, or put in its place, shows
    return impl.softmax_with_temperature(scores, 1 / 512), impl.softmax_with_temperature(tiny, 2.0**-30)


@check("dimensions that depend on each other are measured, not assumed", parts="plain: dimension; scaled: dimension")
def variance_of_tied_dimensions(impl, rng):
    # All dimensions share a random factor: the variance grows like d², and still like d once scaled.
    shared = rng.normal(size=(13, 1))
    queries = shared + 0.3 * rng.normal(size=(13, 8))
    keys = rng.normal(1.0, 0.3, size=(13, 8))
    return impl.dot_product_variance(queries, keys), impl.dot_product_variance(queries, keys, scaled=True)


@check("variances of many dimensions, of small numbers, of views and of several arrays in turn", parts="variances")
def variance_of_many_dimensions(impl, rng):
    queries, keys = 0.05 * rng.normal(size=(2, 300, 4))
    far = 512 + rng.randint(-64, 65, size=(9, 3)) / 64  # from 0: the square of the mean is far above the variance
    return (
        impl.dot_product_variance(far, np.ones((9, 3))),
        impl.dot_product_variance(queries.T, keys.T),
        impl.dot_product_variance(queries[:9], keys[:9]),
        impl.dot_product_variance(queries[9:18], keys[9:18], scaled=True),
        impl.dot_product_variance(queries[9:18], keys[9:18]),
        impl.dot_product_variance(queries[9:18], keys[:9]),
    )


@check(
    "scores are right without a batch, and with three leading axes", parts="plain: query key; batches: a b c query key"
)
def scores_without_batch(impl, rng):
    plain = impl.scaled_scores(rng.normal(size=(4, 13)), rng.normal(size=(9, 13)))
    batches = impl.scaled_scores(rng.normal(size=(2, 1, 3, 5, 7)), rng.normal(size=(2, 1, 3, 4, 7)))
    return plain, batches


@check(
    "scores of many queries and keys, of small vectors, of views and of several arrays in turn",
    parts="scores: query key",
)
def many_small_vectors(impl, rng):
    queries, keys = 0.05 * rng.normal(size=(2, 3, 300))
    queries[0, 1] = keys[1, 2] = 0.0
    few, queries, keys = keys[:, :2].T, queries.T, keys.T
    return (
        impl.scaled_scores(queries, few),
        impl.scaled_scores(few, queries),
        impl.scaled_scores(few, keys[2:7]),
        impl.scaled_scores(few, keys[7:12]),
        impl.scaled_scores(keys[:2], keys[7:12]),
    )
