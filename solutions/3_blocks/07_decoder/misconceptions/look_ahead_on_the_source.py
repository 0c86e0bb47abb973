"""decoder_block uses a look-ahead mask on the source too: the first word sees only the first source word.

The whole source sentence is known before the first word is predicted. In cross-attention every target word may attend
to every real source word.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    no_future = np.tril(np.ones((length, length), bool))
    no_padding = source_keep[:, None, :] & np.tril(np.ones((length, memory.shape[1]), bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, no_padding)
    x = layer_norm(x + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])
