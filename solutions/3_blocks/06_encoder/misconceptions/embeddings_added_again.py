"""encoder adds the embeddings again before every block.

Embedding and position go in once, before the first block. Every other block reads the output of the block
below it, and nothing else.
"""

from solution import encoder_block


def encoder(x, blocks, heads, keep):
    out = encoder_block(x, blocks[0], heads, keep)
    for weights in blocks[1:]:
        out = encoder_block(out + x, weights, heads, keep)
    return out
