# wrong: returns the scaled, masked scores in place of the weights as second result; every input
import math

import numpy as np


def attention(queries, keys, values, keep=None):
    attention_scores = np.matmul(queries, np.swapaxes(keys, -1, -2)) / math.sqrt(keys.shape[-1])
    if keep is not None:
        attention_scores = np.where(keep, attention_scores, -np.inf)
    biggest = attention_scores.max(axis=-1, keepdims=True)
    biggest = np.where(biggest == -np.inf, 0.0, biggest)
    e = np.exp(attention_scores - biggest)
    s = e.sum(axis=-1, keepdims=True)
    s = np.where(s == 0, 1.0, s)
    context = np.matmul(e / s, values)
    return context, attention_scores
