"""decoder reads the output of the first encoder block.

The memory is the finished reading of the source: what the last encoder block gives, encoder_outputs[-1].
"""

from solution import decoder_block


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[0]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x
