"""decoder_block takes norm_3 after the cross-attention and norm_2 at the end.

The norms are numbered in the order in which they are used: norm_1 after the self-attention, norm_2 after
the cross-attention, norm_3 after the feed-forward part.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    no_future = np.tril(np.ones((x.shape[1], x.shape[1]), bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_3"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_2"])
