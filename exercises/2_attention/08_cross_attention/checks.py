import numpy as np

from grader.checks import check


def inputs(rng, batch, target, source):
    """Decoder states, encoder states, W_q, W_k and W_v: d_model 13, d_k 11, d_v 5."""
    states = (rng.normal(size=(batch, target, 13)), rng.normal(size=(batch, source, 13)))
    return *states, *(rng.normal(size=(13, width)) / 3.5 for width in (11, 11, 5))


@check(
    "the weights compare queries of the decoder with keys of the encoder",
    axes="batch target source",
)
def weights_over_the_source(impl, rng):
    return impl.cross_attention(*inputs(rng, 2, 4, 7))[1]


@check(
    "the outputs mix values of the encoder (6 target words, 6 source words)",
    axes="batch target feature",
    follows="weights_over_the_source",
)
def values_of_the_encoder(impl, rng):
    return impl.cross_attention(*inputs(rng, 2, 6, 6))[0]


WORDS = np.array([[[4.0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 0], [0, 4, 0, 0], [0, 4, 2, 0]]])
SOURCE, SAME = np.eye(4)[None], np.eye(4)
W_V = np.array([[10.0, 0], [0, 10], [0, 0], [10, 10]])


@check(
    "the worked example gives the worked numbers",
    parts="outputs: batch target feature; weights: batch target source",
    follows="weights_over_the_source",
)
def worked_example(impl, rng):
    return impl.cross_attention(WORDS, SOURCE, SAME, SAME, W_V)


@check(
    "padding of zeros takes its share unless it is hidden, as in the worked example",
    parts="weights, padding seen: batch target source; weights, padding hidden: batch target source",
    follows="worked_example",
)
def worked_padding(impl, rng):
    padded = np.concatenate([SOURCE, np.zeros((1, 2, 4))], axis=1)
    mujhe, source_keep = WORDS[:, :1], np.arange(6)[None] < 4
    _, seen = impl.cross_attention(mujhe, padded, SAME, SAME, W_V)
    _, hidden = impl.cross_attention(mujhe, padded, SAME, SAME, W_V, source_keep=source_keep)
    return seen, hidden


@check("each target word gets one output: 1 or 9 of them, 7 source words")
def one_output_a_query(impl, rng):
    decoder_states, *rest = inputs(rng, 2, 9, 7)
    return {
        "1 target word": impl.cross_attention(decoder_states[:, :1], *rest)[0],
        "9 target words": impl.cross_attention(decoder_states, *rest)[0],
    }


@check("source padding gets no weight from any target word", axes="batch target source")
def no_weight_on_padding(impl, rng):
    source_keep = np.arange(6) < rng.permutation([2, 4, 5])[:, None]  # (3, 6)
    return impl.cross_attention(*inputs(rng, 3, 6, 6), source_keep=source_keep)[1]


@check(
    "whatever numbers the padding holds, the outputs stay the same",
    parts="outputs: batch target feature; outputs with other padding: batch target feature",
    follows="no_weight_on_padding",
)
def padding_may_be_anything(impl, rng):
    decoder_states, encoder_states, *weights = inputs(rng, 2, 4, 7)
    source_keep = np.arange(7) < rng.permutation([3, 5])[:, None]
    other = np.where(source_keep[..., None], encoder_states, 2.0 * rng.normal(size=(2, 7, 13)) + 1.0)
    return (
        impl.cross_attention(decoder_states, encoder_states, *weights, source_keep=source_keep)[0],
        impl.cross_attention(decoder_states, other, *weights, source_keep=source_keep)[0],
    )


@check(
    "a target word's output does not depend on the other target words",
    parts="outputs: batch target feature; outputs among other words: batch target feature",
    follows="one_output_a_query",
)
def each_target_alone(impl, rng):
    decoder_states, *rest = inputs(rng, 2, 4, 7)
    other = rng.normal(size=(2, 4, 13))
    other[:, 1] = decoder_states[:, 1]  # only the second word stays
    return impl.cross_attention(decoder_states, *rest)[0], impl.cross_attention(other, *rest)[0]


@check(
    "a sentence gets the same outputs in a batch and alone",
    parts="in a batch: batch target feature; alone: batch target feature",
    follows="no_weight_on_padding",
)
def batch_and_alone(impl, rng):
    decoder_states, encoder_states, *weights = inputs(rng, 3, 4, 7)
    source_keep = np.arange(7) < rng.permutation([3, 5, 6])[:, None]
    return (
        impl.cross_attention(decoder_states, encoder_states, *weights, source_keep=source_keep)[0],
        impl.cross_attention(decoder_states[1:2], encoder_states[1:2], *weights, source_keep=source_keep[1:2])[0],
    )


@check(
    "a source of padding only gives zeros, and other sentences are not affected",
    parts="outputs: batch target feature; weights: batch target source",
    follows="no_weight_on_padding",
)
def nothing_to_see(impl, rng):
    source_keep = np.arange(7) < rng.permutation([0, 3, 6])[:, None]
    return impl.cross_attention(*inputs(rng, 3, 4, 7), source_keep=source_keep)


@check(
    "two blocks read the same encoder states, each with its own W_k and W_v",
    parts="first block: batch target feature; second block: batch target feature",
    follows="values_of_the_encoder",
)
def two_blocks(impl, rng):
    decoder_states, encoder_states, W_q, W_k, W_v = inputs(rng, 2, 4, 7)
    first, _ = impl.cross_attention(decoder_states, encoder_states, W_q, W_k, W_v)
    return first, impl.cross_attention(decoder_states, encoder_states, W_q, W_k[::-1] + 0.2, W_v[::-1] - 0.2)[0]


@check(
    "as many sentences as words, in target and source: the axes keep their meaning",
    parts="outputs: batch target feature; weights: batch target source",
    follows="no_weight_on_padding",
)
def equal_sizes(impl, rng):
    states = rng.normal(size=(4, 4, 6)), rng.normal(size=(4, 4, 6))
    matrices = (rng.normal(size=(6, 6)) / 2 for _ in range(3))
    keep = (np.arange(4) < rng.permutation([2, 3, 4, 3])[:, None])[:, rng.permutation(4)]  # not symmetric: 12 of 16
    return impl.cross_attention(*states, *matrices, source_keep=keep)


@check(
    "scores of 1600, 0 and -1600 are all turned into finite weights, and padding stays hidden",
    axes="batch target source",
    follows="no_weight_on_padding",
)
def large_scores(impl, rng):
    # Eighths, and √16 = 4: right scores are exact in single precision too.
    decoder_states, encoder_states = (rng.randint(-16, 17, size=(1, n, 16)) / 8.0 for n in (3, 7))
    levels = rng.permutation([100.0, 0.0, -100.0])
    decoder_states[0, :, 0], encoder_states[:, :, 0] = levels, 64.0
    decoder_states[0, :, 1], encoder_states[:, :, 1] = np.maximum(levels, 0.0), 0.0
    far, padded = rng.permutation(7)[:2]
    encoder_states[0, far, 1] = -64.0  # one row spans from 1600 to 0
    source_keep = np.arange(7)[None] != padded
    same = np.eye(16)
    W_v = rng.normal(size=(16, 5))
    return impl.cross_attention(decoder_states, encoder_states, same, same, W_v, source_keep=source_keep)[1]


@check(
    "the alignment of the worked example is the printed one, in integers that can be used as indices",
    parts="positions: batch target; source vectors there: batch target feature",
)
def worked_alignment(impl, rng):
    low, high = 0.0963, 0.7112
    rows = [[high, low, low, low], [low, low, low, high], [low, low, high, low], [low, high, low, low]]
    positions = impl.alignment(np.array([[*rows, [0.0826, 0.6103, 0.2245, 0.0826]]]))
    return positions, SOURCE[0][np.asarray(positions)]


@check(
    "the alignment is the position that each target word attends to most (4 sentences of 4 words)", axes="batch target"
)
def most_weight(impl, rng):
    weights = rng.uniform(size=(4, 4, 7))
    best = rng.randint(7, size=(4, 4))
    np.put_along_axis(weights, best[..., None], 1.5, axis=-1)  # a clear winner in each row
    weights[:, 2] /= 4.0  # and a target word whose numbers are all small
    return impl.alignment(weights / weights.sum(axis=-1, keepdims=True))
