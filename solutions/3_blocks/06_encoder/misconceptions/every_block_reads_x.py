"""In encoder every block reads the embeddings, so that only the last block counts.

A block's output is the next block's input: assign the result to the variable that the next iteration
reads.
"""

from solution import encoder_block


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        out = encoder_block(x, weights, heads, keep)
    return out
