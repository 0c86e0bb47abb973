"""In decoder every block reads the target's embeddings, so that only the last block counts.

A block's output is the next block's input: assign the result to the variable that the next iteration
reads.
"""

from solution import decoder_block


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        out = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
    return out
