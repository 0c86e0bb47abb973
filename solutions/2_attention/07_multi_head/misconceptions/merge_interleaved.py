"""merge_heads interleaves the heads: the first features of all heads come first.

Concatenating means one head after the other. Bring x to (batch, position, head, d_head), in this order, before
the last two axes are joined.
"""


def merge_heads(x):
    return x.permute(0, 2, 3, 1).flatten(2)
