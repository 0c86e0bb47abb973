"""encoder_block inverts the mask: the tokens see only the padding.

In this course True means that a token may be seen, and multi_head_attention expects it that way too. Remove
the ~.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, ~keep[:, None, :])
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
