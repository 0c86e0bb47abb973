import numpy as np

from grader.checks import check


@check("the order of the source words, with their mask, makes no difference", axes="batch target feature")
def order_of_the_source(impl, rng):
    decoder_states, encoder_states = rng.normal(size=(2, 3, 9)), rng.normal(size=(2, 8, 9))
    weights = [rng.normal(size=(9, width)) / 3.0 for width in (5, 5, 7)]
    order = rng.permutation(8)
    source_keep = (np.arange(8) < np.array([[4], [7]]))[:, order]
    return impl.cross_attention(decoder_states, encoder_states[:, order], *weights, source_keep=source_keep)[0]


@check(
    "decoder and encoder may have different widths, as in captioning a picture",
    axes="batch target feature; batch target source",
)
def other_widths(impl, rng):
    words, patches = rng.normal(size=(2, 3, 5)), rng.normal(size=(2, 11, 8))
    W_q, W_k, W_v = rng.normal(size=(5, 7)) / 2, rng.normal(size=(8, 7)) / 3, rng.normal(size=(8, 4)) / 3
    return impl.cross_attention(words, patches, W_q, W_k, W_v)


@check("one target word at a time gives what all at once give", axes="batch target feature; batch target feature")
def word_by_word(impl, rng):
    decoder_states, encoder_states = rng.normal(size=(1, 3, 9)), rng.normal(size=(1, 4, 9))
    weights = [rng.normal(size=(9, width)) / 3.0 for width in (5, 5, 2)]
    steps = [impl.cross_attention(decoder_states[:, i : i + 1], encoder_states, *weights)[0] for i in range(3)]
    stacked = np.concatenate([np.asarray(step) for step in steps], axis=1)
    return impl.cross_attention(decoder_states, encoder_states, *weights)[0], stacked


@check("the alignment of other lengths, for a batch of one", axes="batch target")
def other_alignment(impl, rng):
    weights = 0.5 * rng.uniform(size=(1, 9, 5))
    np.put_along_axis(weights, rng.randint(5, size=(1, 9, 1)), 0.75, axis=-1)
    return impl.alignment(weights)
