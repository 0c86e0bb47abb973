import numpy as np

from grader.checks import check


@check("the look-ahead mask is right for any length", axes="query key; query key; query key")
def look_ahead_of_any_length(impl, rng):
    return impl.look_ahead_mask(1), impl.look_ahead_mask(2), impl.look_ahead_mask(int(rng.randint(6, 12)))


@check(
    "masks combine for a batch of one and for fewer queries than keys, and are left as they were",
    axes="batch query key; query key; batch query key",
)
def masks_of_other_shapes(impl, rng):
    # The last 3 of 7 positions ask.
    look_ahead = np.arange(7) <= np.arange(4, 7)[:, None]
    padding = rng.permutation(7)[None, None, :] < 5
    return impl.combine(look_ahead, padding), look_ahead, padding


@check(
    "one mask serves every head, and a mask of keys alone every query",
    axes="batch head query key; query key",
)
def one_mask_for_every_head(impl, rng):
    scores = 2.0 * rng.normal(size=(2, 3, 5, 7))
    keep = rng.uniform(size=(2, 1, 5, 7)) < 0.5
    keep[:, :, :, rng.randint(0, 7)] = True
    keep[1, 0, rng.randint(0, 5)] = False
    keys = rng.permutation(7) < 4
    return impl.masked_softmax(scores, keep), impl.masked_softmax(scores[1, 2], keys)


@check("together: in sentences padded on the left, only real tokens of the past are seen", axes="batch query key")
def left_padded_batch(impl, rng):
    ids = rng.randint(0, 30, size=(3, 5))
    for row, padded in enumerate(rng.permutation([0, 1, 3])):
        ids[row, :padded] = 31
    scores = rng.normal(size=(3, 5, 5))
    return impl.masked_softmax(scores, impl.combine(impl.look_ahead_mask(5), impl.padding_mask(ids, 31)))
