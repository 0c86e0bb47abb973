"""The self-attention mask of decoder_block is inverted: each word sees only itself and what comes later.

True means that a key may be seen. np.tril keeps the past; np.triu keeps the future.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.triu(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)
    x = layer_norm(x + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])
