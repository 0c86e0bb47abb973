"""encoder_block gives the right result, but adds into the array it was given.

x += z works in the caller's own memory. Write x = x + z, which makes a new array.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    x += multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(x, weights["norm_1"])
    x += feed_forward(x, weights["feed_forward"])
    return layer_norm(x, weights["norm_2"])
