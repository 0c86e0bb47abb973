import numpy as np

from grader.checks import check


@check("each token sees itself and the tokens before it", axes="query key")
def sees_itself_and_the_past(impl, rng):
    return impl.look_ahead_mask(5)


@check("the padding mask is True at real tokens, with one row for all queries", axes="batch query key")
def padding_is_found(impl, rng):
    ids = rng.randint(1, 50, size=(3, 5))
    for row, length in enumerate(rng.permutation([2, 3, 5])):
        ids[row, length:] = 0
    return impl.padding_mask(ids, 0)


@check("the padding token may have any id, and 0 may be a real token", axes="batch query key")
def any_pad_id(impl, rng):
    ids = rng.randint(7, 50, size=(3, 5))
    ids[:, 0] = rng.permutation([0, 2, 9])
    ids[:, 1] = rng.permutation([0, 3, 8])
    for row, length in enumerate(rng.permutation([2, 3, 4])):
        ids[row, length:] = 6
    return impl.padding_mask(ids, 6)


@check("a key is kept only where both masks keep it", axes="batch query key")
def both_masks_must_agree(impl, rng):
    look_ahead = np.tril(np.ones((5, 5), bool))
    lengths = rng.permutation([2, 3, 4])
    padding = np.arange(5) < lengths[:, None, None]
    return impl.combine(look_ahead, padding)


@check("the mask to add is 0 where kept and -inf where hidden", axes="query key; batch query key")
def adds_minus_infinity(impl, rng):
    printed = np.tril(np.ones((4, 4), bool))
    padding = np.arange(5) < rng.permutation([2, 3, 4])[:, None, None]
    return impl.additive(printed), impl.additive(padding)


@check("no weight on future tokens", axes="query key")
def hides_the_future(impl, rng):
    scores = rng.normal(size=(5, 5))
    return impl.masked_softmax(scores, np.tril(np.ones((5, 5), bool)))


@check("the printed scores give the printed rows", axes="query key", follows="hides_the_future")
def printed_rows(impl, rng):
    scores = np.array(
        [
            [0.7, 0.1, 0.1, 0.1],
            [0.1, 0.6, 0.2, 0.1],
            [0.1, 0.3, 0.6, 0.1],
            [0.1, 0.3, 0.3, 0.3],
        ]
    )
    return impl.masked_softmax(scores, np.tril(np.ones((4, 4), bool)))


@check("padding gets no weight from any query of its sentence", axes="batch query key")
def padding_gets_nothing(impl, rng):
    scores = rng.normal(size=(3, 4, 7))
    lengths = rng.permutation([2, 4, 6])
    keep = np.arange(7) < lengths[:, None, None]  # (3, 1, 7)
    return impl.masked_softmax(scores, keep)


@check("a row with no visible key is all zeros, and the others are not disturbed", axes="query key")
def fully_masked_row_is_zero(impl, rng):
    scores = rng.normal(size=(5, 7))
    keep = rng.uniform(size=(5, 7)) < 0.5
    keep[np.arange(5), rng.randint(0, 7, size=5)] = True
    keep[rng.randint(0, 5)] = False
    return impl.masked_softmax(scores, keep)


@check("a hidden score of 20000 does not drown out visible ones of -20000", axes="query key")
def loud_hidden_scores(impl, rng):
    # On a 1/64 grid these numbers are exact in single precision too.
    scores = rng.randint(-96, 97, size=(3, 7)) / 64.0
    keep = np.array([rng.permutation(7) < visible for visible in (3, 4, 5)])
    level = np.array([[-20000.0], [-15000.0], [-18000.0]])  # rows far apart
    return impl.masked_softmax(scores + np.where(keep, level, 20000.0), keep)


@check("half-precision scores give finite weights, also in a row with no visible key", axes="query key")
def half_precision(impl, rng):
    # Halves and quarters: right answers are exact in half precision.
    low = float(rng.randint(-400, -300))
    high = float(rng.randint(2, 6))
    columns = rng.permutation(7)
    scores = np.full((4, 7), 500.0)
    keep = np.zeros((4, 7), bool)
    scores[0, columns[:4]] = low
    keep[0, columns[:4]] = True
    scores[1, columns[2:4]] = high
    scores[1, columns[4]] = low
    keep[1, columns[2:5]] = True
    scores[3] = high - 1.0  # an ordinary row; row 2 stays hidden
    keep[3, columns[3:]] = True
    return impl.masked_softmax(scores.astype(np.float16), keep)


@check(
    "the caller's scores and mask are left as they were",
    axes="query key; query key; query key",
    follows="hides_the_future",
)
def leaves_inputs_alone(impl, rng):
    scores = rng.normal(size=(3, 5))
    keep = np.array([rng.permutation(5) < visible for visible in (2, 3, 4)])
    weights = impl.masked_softmax(scores, keep)
    return weights, scores, keep
