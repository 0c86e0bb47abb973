"""decoder_block normalises first and adds afterwards: x + norm(part).

Add, then norm: each norm gets the sum of a part's input and output.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = x + layer_norm(s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)
    x = x + layer_norm(c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return x + layer_norm(m, weights["norm_3"])
