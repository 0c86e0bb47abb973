"""encoder_block does not add x to the attention's output.

Without the residual connection a token loses the vector that it had before attention. Normalise x + z, not
z alone.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
