"""decoder_block gives the right result, but adds into the array it was given.

x += s works in the caller's own memory. Write x = x + s, which makes a new array.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x += s
    x = layer_norm(x, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)
    x = layer_norm(x + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])
