"""The target mask hides only the padding: the decoder sees the words that it should predict.

The training loss becomes tiny, and decoding fails. Key j is kept for query i only if j ≤ i and j is a real token.
"""


def target_mask(decoder_input, pad):
    real = (decoder_input != pad)[:, None, :]
    return real.expand(-1, decoder_input.shape[1], -1)
