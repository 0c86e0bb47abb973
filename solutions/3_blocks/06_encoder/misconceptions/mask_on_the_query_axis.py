"""The mask of encoder_block is on the query axis: the real tokens still attend to the padding.

keep[:, :, None] masks queries. Padding must not be attended to, so the keys must be hidden: keep[:, None, :], with the
new axis, for the queries, in the middle.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    visible = keep[:, :, None]
    z = multi_head_attention(x, x, weights["attention"], heads, visible)
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
