import numpy as np

from grader.checks import check


def padding_of(lengths, keys):
    """The padding mask (batch, 1, key) of sentences of these lengths, padded on the right."""
    return np.arange(keys) < np.asarray(lengths)[:, None, None]


def look_ahead_of(length):
    return np.tril(np.ones((length, length), bool))


@check("each token sees itself and the tokens before it", parts="one token: query key; several tokens: query key")
def sees_itself_and_the_past(impl, rng):
    return impl.look_ahead_mask(1), impl.look_ahead_mask(int(rng.randint(5, 9)))


@check("the padding mask is True at real tokens, with one row for all queries", axes="batch query key")
def padding_is_found(impl, rng):
    ids = rng.randint(1, 50, size=(3, 5))
    for row, length in enumerate(rng.permutation([2, 3, 5])):
        ids[row, length:] = 0
    return impl.padding_mask(ids, 0)


@check("the padding token may have any id, and 0 may be a real token", axes="batch query key")
def any_pad_id(impl, rng):
    pad = int(rng.randint(300, 400))
    ids = rng.randint(7, 50, size=(3, 5))
    ids[:, 0] = rng.permutation([0, 2, pad - 256])
    for row, length in enumerate(rng.permutation([2, 3, 4])):
        ids[row, length:] = pad
    return impl.padding_mask(ids, pad)


@check(
    "padding is found wherever it stands, in one sentence and in many",
    parts="five sentences: batch query key; one sentence: batch query key; one token each: batch query key",
)
def padding_anywhere(impl, rng):
    ids = rng.randint(0, 50, size=(5, 5))
    ids[0] = 60  # nothing but padding
    ids[1, : rng.randint(1, 4)] = 60  # on the left
    ids[2, rng.randint(1, 4) :] = 60
    return impl.padding_mask(ids, 60), impl.padding_mask(ids[1:2], 60), impl.padding_mask(ids[:, :1], 60)


@check("a key is kept only where both masks keep it", axes="batch query key")
def both_masks_must_agree(impl, rng):
    return impl.combine(look_ahead_of(5), padding_of(rng.permutation([2, 3, 4]), 5))


@check(
    "masks combine for one sentence, and for as many sentences as tokens",
    parts="one sentence: batch query key; five sentences: batch query key",
)
def one_sentence_or_many(impl, rng):
    look_ahead = look_ahead_of(5)
    one = padding_of([rng.randint(1, 5)], 5)
    return impl.combine(look_ahead, one), impl.combine(look_ahead, padding_of(rng.permutation([1, 2, 3, 4, 5]), 5))


@check(
    "the mask to add is 0 where kept and -inf where hidden",
    parts="look-ahead: query key; padding: batch query key",
)
def adds_minus_infinity(impl, rng):
    return impl.additive(look_ahead_of(4)), impl.additive(padding_of(rng.permutation([0, 2, 4]), 5))


@check("no weight on future tokens", axes="query key")
def hides_the_future(impl, rng):
    return impl.masked_softmax(rng.normal(size=(5, 5)), look_ahead_of(5))


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
    return impl.masked_softmax(scores, look_ahead_of(4))


@check("padding gets no weight from any query of its sentence", axes="batch query key")
def padding_gets_nothing(impl, rng):
    return impl.masked_softmax(rng.normal(size=(3, 4, 7)), padding_of(rng.permutation([2, 4, 6]), 7))


@check("a visible score of 0 is a score like any other", axes="query key")
def zero_is_a_score(impl, rng):
    scores = np.array([rng.permutation([-1.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.5]) for _ in range(5)])
    keep = np.array([rng.permutation(7) < visible for visible in (2, 3, 4, 5, 6)])
    keep |= scores == 0
    return impl.masked_softmax(scores, keep)


@check("one query or one key alone still has all its axes", parts="one query: query key; one key: batch query key")
def axes_of_length_one(impl, rng):
    keep = rng.permutation(5)[None, :] < 3
    column = rng.permutation(4)[None, :, None] < 2
    return impl.masked_softmax(rng.normal(size=(1, 5)), keep), impl.masked_softmax(rng.normal(size=(1, 4, 1)), column)


@check("a row with no visible key is all zeros, and the others are not affected", axes="query key")
def fully_masked_row_is_zero(impl, rng):
    scores = rng.normal(size=(5, 7))
    keep = rng.uniform(size=(5, 7)) < 0.5
    keep[np.arange(5), rng.randint(0, 7, size=5)] = True
    keep[rng.randint(0, 5)] = False
    return impl.masked_softmax(scores, keep)


@check("a hidden score of 20000 does not drown out visible ones of -20000 or 18000", axes="query key")
def loud_hidden_scores(impl, rng):
    # On a 1/64 grid these numbers are exact in single precision too.
    scores = rng.randint(-96, 97, size=(4, 7)) / 64.0
    keep = np.array([rng.permutation(7) < visible for visible in (3, 4, 5, 4)])
    level = np.array([[-20000.0], [-15000.0], [-18000.0], [18000.0]])  # rows far apart
    return impl.masked_softmax(scores + np.where(keep, level, 20000.0), keep)


@check("half-precision scores give finite weights, even in a row with no visible key", axes="query key")
def half_precision(impl, rng):
    # Halves and quarters: right answers are exact in half precision.
    low = float(rng.randint(-400, -300))
    high = float(rng.randint(2, 6))
    columns = rng.permutation(7)
    scores = np.full((5, 7), 500.0)
    keep = np.zeros((5, 7), bool)
    scores[0, columns[:4]] = low
    keep[0, columns[:4]] = True
    scores[1, columns[2:4]] = high
    scores[1, columns[4]] = low
    keep[1, columns[2:5]] = True
    scores[3] = 2000.0  # row 2 stays hidden
    scores[3:, columns[3:]] = high - 1.0
    scores[4, columns[:3]] = high  # an ordinary row
    keep[3:, columns[3:]] = True
    return impl.masked_softmax(scores.astype(np.float16), keep)
