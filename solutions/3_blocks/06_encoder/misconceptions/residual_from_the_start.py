"""The second addition of encoder_block takes x from the start of the block.

Each addition goes around one part only: the feed-forward part's output is added to that part's
input, the result of the first add and norm.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    h = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
