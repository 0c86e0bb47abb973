"""decoder_block normalises the input of each part, not the sums: that is pre-norm.

Many later models do so. Here the block is as in the paper, post-norm: norm(x + part(x)).
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    n = layer_norm(x, weights["norm_1"])
    x = x + multi_head_attention(n, n, weights["self_attention"], heads, no_future)
    n = layer_norm(x, weights["norm_2"])
    x = x + multi_head_attention(n, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    n = layer_norm(x, weights["norm_3"])
    return x + feed_forward(n, weights["feed_forward"])
