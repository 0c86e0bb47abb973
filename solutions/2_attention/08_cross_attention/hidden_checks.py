import numpy as np

from grader.checks import check


def view(x):
    """The same numbers in another order in memory, and backwards: not contiguous."""
    return np.asfortranarray(x[..., ::-1])[..., ::-1]


KEEP = np.array([[True, False, True, True, False]])


@check("the order of the source words, with their mask, makes no difference", axes="batch target feature")
def order_of_the_source(impl, rng):
    decoder_states, encoder_states = rng.normal(size=(2, 3, 9)), rng.normal(size=(2, 8, 9))
    weights = [view(rng.normal(size=(9, width)) / 3.0) for width in (5, 5, 7)]
    order = rng.permutation(8)
    source_keep = view((np.arange(8) < np.array([[4], [7]]))[:, order])
    states = view(decoder_states), view(encoder_states[:, order])
    return impl.cross_attention(*states, *weights, source_keep=source_keep)[0]


@check(
    "decoder and encoder may have different widths, as in captioning a picture",
    parts="outputs: batch target feature; weights: batch target source",
)
def other_widths(impl, rng):
    words, patches = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 11, 8))
    W_q, W_k, W_v = rng.normal(size=(5, 7)) / 2, rng.normal(size=(8, 7)) / 3, rng.normal(size=(8, 4)) / 3
    return impl.cross_attention(words, patches, W_q, W_k, W_v)


@check(
    "one target word at a time gives the same as all at once",
    parts="at once: batch target feature; one at a time: batch target feature",
)
def word_by_word(impl, rng):
    decoder_states, encoder_states = rng.normal(size=(1, 3, 9)), rng.normal(size=(1, 4, 9))
    weights = [rng.normal(size=(9, width)) / 3.0 for width in (5, 5, 2)]
    steps = [impl.cross_attention(decoder_states[:, i : i + 1], encoder_states, *weights)[0] for i in range(3)]
    stacked = np.concatenate([np.asarray(step) for step in steps], axis=1)
    return impl.cross_attention(decoder_states, encoder_states, *weights)[0], stacked


@check(
    "hidden source words stay hidden, and the others keep their order, however low or high the scores",
    axes="batch target source",
)
def low_scores(impl, rng):
    # Scores around -2¹⁰³ and 2¹⁰³, exact in single precision too: a number put in a hidden place must be lower still.
    levels = rng.randint(1, 4, size=(1, 5, 1))
    levels[0, KEEP[0], 0] = rng.permutation([1, 2, 3])
    encoder_states = 2.0**52 * np.repeat(levels, 4, axis=-1)
    decoder_states, same = np.full((1, 3, 4), -(2.0**50)), np.eye(4)
    decoder_states[0, 2] *= -1.0
    return impl.cross_attention(decoder_states, encoder_states, same, same, same, source_keep=KEEP)[1]


@check(
    "a hidden source word takes no weight from the others, however large its score; unmasked it is like any other",
    parts="hidden: batch target source; seen: batch target source",
)
def hidden_scores_are_large(impl, rng):
    decoder_states, encoder_states = (rng.randint(-8, 9, size=(1, n, 4)) / 8.0 for n in (3, 5))
    decoder_states[..., 0], encoder_states[..., 0] = 8.0, np.where(KEEP, 0.0, 500.0)  # scores near 0, hidden ones 2000
    arguments = 2.0**17 * decoder_states, encoder_states / 2.0**17, *[np.eye(4)] * 3
    return impl.cross_attention(*arguments, source_keep=KEEP)[1], impl.cross_attention(*arguments)[1]


@check(
    "every call follows its own mask; a batch of nothing but padding gives zeros",
    parts="some words, weights: batch target source; other words, weights: batch target source; "
    "padding only, outputs: batch target feature; padding only, weights: batch target source",
)
def padding_only(impl, rng):
    states = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 4, 6))
    matrices = [rng.normal(size=(6, width)) / 3 for width in (5, 5, 2)]
    some = np.array([[True, False, True, False], [False, True, True, False]])[:, rng.permutation(4)]
    first, second = (impl.cross_attention(*states, *matrices, source_keep=keep)[1] for keep in (some, ~some))
    return first, second, *impl.cross_attention(*states, *matrices, source_keep=np.zeros((2, 4), bool))


@check(
    "hundreds of target words, or of source words",
    parts="long target, outputs: batch target feature; long target, weights: batch target source; "
    "long source, weights: batch target source; wide outputs: batch target feature",
)
def long_sentences(impl, rng):
    few, many = rng.normal(size=(1, 2, 3)), rng.normal(size=(1, 270, 3))
    W_q, W_k, W_v = (rng.normal(size=(3, width)) / 3 for width in (2, 2, 2))
    outputs, weights = impl.cross_attention(many, few, W_q, W_k, W_v)
    wide, _ = impl.cross_attention(few, few, W_q, W_k, rng.normal(size=(3, 264)))
    return outputs, weights, impl.cross_attention(few, many, W_q, W_k, W_v)[1], wide


def nearly_even(rng, *shape):
    """Rows of weights that are all about the same, but for one that is 3 percent larger."""
    weights = 1 + 0.01 * rng.uniform(size=shape)
    np.put_along_axis(weights, rng.randint(shape[-1], size=(*shape[:-1], 1)), 1.03, axis=-1)
    return weights / weights.sum(axis=-1, keepdims=True)


@check(
    "the alignment of other lengths, up to hundreds of words, and of nearly even weights",
    parts="one sentence: batch target; another: batch target; long source: batch target; long target: batch target; "
    "large batch: batch target",
)
def other_alignment(impl, rng):
    shapes = ((1, 9, 5), (1, 9, 5), (2, 4, 300), (2, 270, 3), (270, 2, 3))
    return tuple(impl.alignment(view(nearly_even(rng, *shape))) for shape in shapes)


@check("a mask holds for one target word, for one source word, and where it is the same for all sentences")
def small_masks(impl, rng):
    found = {}
    for target, source in (1, 4), (3, 1), (2, 4):
        states = rng.normal(size=(2, target, 3)), rng.normal(size=(2, source, 3))
        states[0][0, 0] = states[1][0, -1] = 0.0  # vectors of zeros are words, too
        matrices = [rng.normal(size=(3, 1)) for _ in range(3)]
        same = np.tile(rng.permutation(np.arange(source) % 2 == 1), (2, 1))
        last = np.arange(source) >= np.array([[0], [source - 1]])
        for name, keep in ("same", same), ("last", last):
            results = impl.cross_attention(*states, *matrices, source_keep=keep)
            found[f"{target} of {source}, {name}"] = dict(zip(("outputs", "weights"), results, strict=True))
    alone = impl.cross_attention(states[0][:1], states[1][:1], *matrices, source_keep=np.zeros((1, 4), bool))
    return {**found, "nothing but padding": alone[1]}


@check("a call uses the numbers that its arrays hold now, not those of an earlier call")
def states_have_changed(impl, rng):
    arrays = [rng.normal(size=shape) for shape in ((2, 3, 4), (2, 5, 4), (4, 3), (4, 3), (4, 2))]
    outputs = {"at first": impl.cross_attention(*arrays)[0]}
    names = "decoder states", "encoder states", "W_q", "W_k", "W_v"
    for name, array in zip(names, arrays, strict=True):
        array += 0.3 * rng.normal(size=array.shape)
        outputs[f"other {name}"] = impl.cross_attention(*arrays)[0]
    return outputs


@check("of several source words that share the largest weight any one is right; two target words may be equal")
def equal_weights(impl, rng):
    weights = rng.uniform(0.1, 0.2, size=(2, 4, 5))
    weights[0, 0], weights[1, 1] = 0.2, 0.0  # all equal; nothing but padding
    weights[0, 1, [1, 3]] = weights[1, 3, [0, 2, 4]] = 0.3
    weights[0, 2] = [0.1, 0.1, 0.1, 0.6, 0.1]
    weights[0, 3] = weights[0, 2]
    found = np.asarray(impl.alignment(weights))
    narrow = impl.alignment(weights[:, 2:3]), impl.alignment(weights[:, :, 1:2])
    return {
        "shape": list(found.shape),
        "weights there": np.take_along_axis(weights, found[..., None].astype(int), axis=-1)[..., 0],
        "one target word": narrow[0],
        "one source word": narrow[1],
    }
