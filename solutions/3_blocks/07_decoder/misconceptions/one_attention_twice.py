"""decoder_block uses the self-attention's weights for the cross-attention as well.

The two attentions are two layers, each with its own W_q, W_k, W_v and W_o. The second one's are under
cross_attention.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :]
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["self_attention"], heads, no_padding)
    x = layer_norm(x + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])
