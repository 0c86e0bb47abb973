"""decoder takes the encoder output with the index of the last decoder block.

There may be more or fewer encoder outputs than decoder blocks. The memory is the last of them:
encoder_outputs[-1].
"""

from solution import decoder_block


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[len(blocks) - 1]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x
