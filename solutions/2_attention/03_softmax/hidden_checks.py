from grader.checks import check


@check("softmax of one vector, and of a column, with scores far below zero", axes="key; key query")
def one_vector(impl, rng):
    vector = rng.randint(-128, 128, size=11) / 64 - 2000
    column = rng.randint(-128, 128, size=(9, 4)) / 64 - 2000
    return impl.softmax(vector), impl.softmax(column, axis=-2)


@check(
    "the temperature works along any axis and leaves the scores as they were",
    axes="batch query key; batch query key",
)
def temperature_any_axis(impl, rng):
    scores = rng.normal(size=(3, 4, 5)) * 1.5
    return impl.softmax_with_temperature(scores, 0.7, axis=1), scores


@check("dimensions that depend on each other are measured, not assumed", axes="dimension; dimension")
def variance_of_tied_dimensions(impl, rng):
    # All dimensions share a random factor: the variance grows like d², and still like d once scaled.
    shared = rng.normal(size=(13, 1))
    queries = shared + 0.3 * rng.normal(size=(13, 8))
    keys = rng.normal(1.0, 0.3, size=(13, 8))
    plain = impl.dot_product_variance(queries.copy(), keys.copy())
    scaled = impl.dot_product_variance(queries.copy(), keys.copy(), scaled=True)
    return plain, scaled


@check("scores are right without a batch, and with two batch axes", axes="query key; batch head query key")
def scores_without_batch(impl, rng):
    plain = impl.scaled_scores(rng.normal(size=(4, 13)), rng.normal(size=(9, 13)))
    heads = impl.scaled_scores(rng.normal(size=(2, 3, 5, 7)), rng.normal(size=(2, 3, 4, 7)))
    return plain, heads
