"""The feed-forward part of encoder_block reads the block's input, in parallel with attention instead of after it.

The two parts run one after the other: the feed-forward part reads the output of the first add and
norm.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    h = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(h + m, weights["norm_2"])
