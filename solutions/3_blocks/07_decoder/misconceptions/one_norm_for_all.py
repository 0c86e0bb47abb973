"""decoder_block uses the weights of the first norm for all three norms.

Each norm has its own gamma and beta, under norm_1, norm_2 and norm_3. With gamma 1 and beta 0 the difference
cannot be seen.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    no_future = np.tril(np.ones((x.shape[1], x.shape[1]), bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_1"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_1"])
