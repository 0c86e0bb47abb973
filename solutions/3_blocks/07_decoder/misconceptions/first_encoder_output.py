"""decoder reads the output of the first encoder block.

The memory is the final representation of the source: the output of the last encoder block, encoder_outputs[-1].
"""

from solution import decoder_block


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[0]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x
