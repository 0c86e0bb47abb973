"""encoder_block does not normalise after the second addition.

There are two norms, one after each addition. Pass x + m to the second one; otherwise the values grow from
block to block.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(x + z, weights["norm_1"])
    return x + feed_forward(x, weights["feed_forward"])
