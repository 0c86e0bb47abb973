"""In decoder, block i reads the output of encoder block i.

The two stacks are not coupled block by block, and may differ in height. The last encoder block's output
feeds every decoder block.
"""

from solution import decoder_block


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights, memory in zip(blocks, encoder_outputs, strict=False):
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x
