"""encoder_block uses the weights of the first norm for both norms.

Each norm has its own gamma and beta: the second one takes them from norm_2. With gamma 1 and beta 0 the
difference cannot be seen.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_1"])
