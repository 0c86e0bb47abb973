"""The cross-attention of decoder_block makes its queries from the block's input, not from the part before it.

The three parts run one after the other. The queries of the second come from the output of the first add and norm.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    h = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)
    x = layer_norm(h + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])
