"""encoder_block does not add its input to the feed-forward part's output.

There are two residual connections, one around each part. The second norm gets x + m, where x is the
output of the first norm.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(m, weights["norm_2"])
