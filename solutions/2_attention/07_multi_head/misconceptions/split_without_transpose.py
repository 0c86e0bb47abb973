"""split_heads reshapes straight to (batch, head, position, d_head), which mixes the words.

reshape fills in reading order, so the first head gets pieces of the first words only. Reshape to (batch,
position, heads, d_head) first, then swap axes 1 and 2.
"""


def split_heads(x, heads):
    batch, positions, features = x.shape
    return x.reshape(batch, heads, positions, features // heads)
