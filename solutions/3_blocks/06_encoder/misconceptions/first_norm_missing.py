"""encoder_block normalises only once, at its end.

There are two norms, one after each addition. The feed-forward part reads norm_1(x + z), not the bare
sum.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    x = x + multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
