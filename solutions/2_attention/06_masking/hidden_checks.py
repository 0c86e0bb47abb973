import numpy as np

from grader.checks import check


@check("the look-ahead mask is right for any length", parts="result: query key")
def look_ahead_of_any_length(impl, rng):
    long = impl.look_ahead_mask(int(rng.randint(262, 270)))
    return impl.look_ahead_mask(2), impl.look_ahead_mask(int(rng.randint(9, 14))), long[250:]


@check(
    "padding masks of long sentences, of any view of the ids, and of other padding tokens",
    parts="mask: batch query key",
)
def any_ids(impl, rng):
    ids = rng.randint(0, 5, size=(300, 2))
    return (
        impl.padding_mask(ids.T, 3),
        impl.padding_mask(ids[:7], 3),
        impl.padding_mask(ids[:7], 4),
        impl.padding_mask(ids[7:14], 4),
        impl.padding_mask(ids[7:14] - 1, -1),
    )


@check(
    "masks combine with fewer queries than keys, in long sentences and where one of them hides everything",
    parts="mask: batch query key",
)
def masks_of_other_shapes(impl, rng):
    # The last 3 of 7 positions ask; the second of them sees nothing, and neither does one of the sentences.
    look_ahead = np.arange(7) <= np.arange(4, 7)[:, None]
    look_ahead[1] = False
    padding = np.stack([rng.permutation(7) < 5, np.zeros(7, bool)])[:, None, :]
    everything = np.ones((3, 7), bool)
    long = rng.uniform(size=(2, 300)) < 0.5
    return (
        impl.combine(look_ahead, padding),
        impl.combine(look_ahead & False, padding),
        impl.combine(everything, padding & False),
        impl.combine(long, long[:, None, :]),
        impl.combine(long.T, padding[:, :, :2]),
    )


@check("masks of any shape can be added, even those that hide everything", parts="matrix")
def adds_masks_of_any_shape(impl, rng):
    mask = rng.uniform(size=(300, 3)) < 0.5
    mask[0] = False
    return (
        impl.additive(mask),
        impl.additive(mask.T),
        impl.additive(~mask),
        impl.additive(mask[1]),
        impl.additive(mask[:12].reshape(2, 3, 2, 3)),
        impl.additive(np.zeros((2, 5), bool)),
    )


@check(
    "one mask serves every head, every sentence, every query or every key",
    parts="every head: batch head query key; every sentence: batch query key; every query: batch query key; "
    "every key: query key; other ranks (each head: batch head query key; all alike: batch head query key; "
    "more axes: a batch head query key)",
)
def one_mask_for_every_head(impl, rng):
    scores = 2.0 * rng.normal(size=(2, 3, 7, 5)).swapaxes(-1, -2)
    keep = rng.uniform(size=(2, 1, 5, 7)) < 0.5
    keep[:, :, :, rng.randint(0, 7)] = True
    keep[1, 0, rng.randint(0, 5)] = False
    keys = rng.permutation(7) < 4
    return (
        impl.masked_softmax(scores, keep),
        impl.masked_softmax(scores[0], keep[0, 0]),
        impl.masked_softmax(scores[1], keys),
        impl.masked_softmax(scores[1, 2], keep[0, 0, :, :1]),
        (
            impl.masked_softmax(scores, keep[[0, 0, 1], 0]),
            impl.masked_softmax(scores, keep[1, 0]),
            impl.masked_softmax(scores[None], keep),
        ),
    )


@check("each call has its own scores and its own mask, which may hide everything", parts="result: query key")
def each_call_anew(impl, rng):
    one, other = rng.normal(size=(2, 4, 4))
    keep = rng.uniform(size=(4, 4)) < 0.6
    return (
        impl.masked_softmax(one, keep),
        impl.masked_softmax(other, keep),
        impl.masked_softmax(other, ~keep),
        impl.masked_softmax(other, keep & False),
        impl.masked_softmax(rng.normal(size=(4, 4, 4)), keep),  # one mask, not one row of it for each
    )


@check("hidden keys stay hidden, and visible ones keep their order, however low or high the scores", axes="query key")
def low_scores(impl, rng):
    # One visible key a row, the lowest: its weight is exactly 1. A number put in a hidden place must be lower still.
    # In the last two rows all keys are visible; one is the best, of those around -2¹⁰² and 2¹⁰².
    keep = np.array([rng.permutation(7) < visible for visible in (1, 1, 1, 7, 7)])
    level = np.array([[-(2.0**17)], [-(2.0**33)], [-(2.0**102)], [-(2.0**102)], [2.0**102]])
    scores = level * [rng.permutation([1, 2, 2, 2, 2, 2, 3]) for _ in range(5)]
    scores[:3][keep[:3]] = 3.0 * level[:3, 0]
    return impl.masked_softmax(scores, keep)


@check("many keys and many queries", parts="many keys: query key; many queries: query key")
def many_keys(impl, rng):
    scores = rng.normal(size=(2, 300))
    keep = rng.uniform(size=(2, 300)) < 0.9
    return impl.masked_softmax(scores, keep), impl.masked_softmax(scores.T, keep.T)


@check("half-precision weights of thousands of keys add up to 1", axes="query key")
def half_precision_of_many_keys(impl, rng):
    keep = np.arange(4000) < rng.randint(3000, 4000, size=(2, 1))
    return impl.masked_softmax(rng.randint(0, 2, size=(2, 4000)).astype(np.float16), keep)


@check("together: in sentences padded on the left, only real tokens of the past are seen", axes="batch query key")
def left_padded_batch(impl, rng):
    ids = rng.randint(0, 30, size=(3, 5))
    for row, padded in enumerate(rng.permutation([0, 1, 3])):
        ids[row, :padded] = 31
    scores = rng.normal(size=(3, 5, 5))
    return impl.masked_softmax(scores, impl.combine(impl.look_ahead_mask(5), impl.padding_mask(ids, 31)))
