"""encoder_block normalises first and adds afterwards: x + norm(z).

Add, then norm: the norm gets the sum x + z. A list that names the norm before the residual connection
has them in the wrong order.
"""

from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    z = multi_head_attention(x, x, weights["attention"], heads, keep[:, None, :])
    x = x + layer_norm(z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return x + layer_norm(m, weights["norm_2"])
