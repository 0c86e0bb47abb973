"""The feed-forward part of encoder_block reads the attention's output directly.

Between the two there is an add and norm: pass norm_1(x + z) to the feed-forward part, not z.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(z, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
