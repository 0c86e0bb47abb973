"""The last addition of decoder_block adds the input of the cross-attention.

Each addition goes around one part only: the feed-forward part's output is added to that part's
input, the result of the second add and norm.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    no_future = np.tril(np.ones((x.shape[1], x.shape[1]), bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x_1 = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x_1, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x_2 = layer_norm(x_1 + c, weights["norm_2"])
    return layer_norm(x_1 + feed_forward(x_2, weights["feed_forward"]), weights["norm_3"])
