"""decoder_block does not add x to the self-attention's output.

Without the residual connection a word loses the vector that it had before attention. Normalise x + s, not s
alone.
"""

import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention


def decoder_block(x, memory, weights, heads, source_keep):
    no_future = np.tril(np.ones((x.shape[1], x.shape[1]), bool))
    s = multi_head_attention(x, x, weights["self_attention"], heads, no_future)
    x = layer_norm(s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])
