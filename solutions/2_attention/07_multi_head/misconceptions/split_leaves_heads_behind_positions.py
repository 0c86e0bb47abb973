"""split_heads returns (batch, position, head, d_head): the heads were not brought to the front.

The attention that follows works on the last two axes, which would be heads and features of one word. Swap axes
1 and 2.
"""


def split_heads(x, heads):
    batch, positions, features = x.shape
    return x.reshape(batch, positions, heads, features // heads)
