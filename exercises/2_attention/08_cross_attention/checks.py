import numpy as np

from grader.checks import check


def inputs(rng, batch, target, source):
    """Decoder states, encoder states, W_q, W_k and W_v: d_model 13, d_k 11, d_v 5."""
    states = (rng.normal(size=(batch, target, 13)), rng.normal(size=(batch, source, 13)))
    return *states, *(rng.normal(size=(13, width)) / 3.5 for width in (11, 11, 5))


@check("the worked example gives the worked numbers", axes="batch target feature; batch target source")
def worked_example(impl, rng):
    aligned = [[4.0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 0], [0, 4, 0, 0], [0, 4, 2, 0]]
    same = np.eye(4)
    W_v = np.array([[10.0, 0], [0, 10], [0, 0], [10, 10]])
    return impl.cross_attention(np.array([aligned]), np.eye(4)[None], same, same, W_v)


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
    "whatever stands in the padding, the outputs stay the same",
    axes="batch target feature; batch target feature",
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
    axes="batch target feature; batch target feature",
    follows="one_output_a_query",
)
def each_target_alone(impl, rng):
    decoder_states, *rest = inputs(rng, 2, 4, 7)
    other = rng.normal(size=(2, 4, 13))
    other[:, 1] = decoder_states[:, 1]  # only the second word stays
    return impl.cross_attention(decoder_states, *rest)[0], impl.cross_attention(other, *rest)[0]


@check(
    "a sentence gets the same outputs in a batch and alone",
    axes="batch target feature; batch target feature",
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
    "a source of padding only gives zeros, other sentences are not disturbed",
    axes="batch target feature; batch target source",
    follows="no_weight_on_padding",
)
def nothing_to_see(impl, rng):
    source_keep = np.arange(7) < rng.permutation([0, 3, 6])[:, None]
    return impl.cross_attention(*inputs(rng, 3, 4, 7), source_keep=source_keep)


@check(
    "decoder states, encoder states and mask are left as they were",
    axes="batch target feature; batch target feature; batch source feature; batch source",
    follows="no_weight_on_padding",
)
def leaves_inputs_alone(impl, rng):
    decoder_states, encoder_states, *weights = inputs(rng, 2, 4, 7)
    source_keep = np.arange(7) < rng.permutation([3, 5])[:, None]
    outputs = impl.cross_attention(decoder_states, encoder_states, *weights, source_keep=source_keep)[0]
    return outputs, decoder_states, encoder_states, source_keep


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


@check("the alignment is where each target word looks most", axes="batch target")
def most_weight(impl, rng):
    weights = rng.uniform(size=(2, 4, 7))
    best = rng.randint(7, size=(2, 4))
    np.put_along_axis(weights, best[..., None], 1.5, axis=-1)  # a clear winner in each row
    weights[:, 2] /= 4.0  # and a target word whose numbers are all small
    return impl.alignment(weights)
