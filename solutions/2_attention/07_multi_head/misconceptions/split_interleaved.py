"""split_heads deals out the features one by one: head 0 gets every h-th feature.

A head owns a block of neighbouring features, as its matrices are neighbouring columns of W_q. Reshape to (...,
heads, d_head), with the head axis first.
"""


def split_heads(x, heads):
    batch, positions, features = x.shape
    return x.reshape(batch, positions, features // heads, heads).permute(0, 3, 1, 2)
