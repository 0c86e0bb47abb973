# wrong: hidden scores become -10000, and torch gets the arrays without a copy; it shows on visible scores near -20000, and on arrays that run backwards.
import math

import numpy as np
import torch


def _copy(array):
    return torch.tensor(np.array(array, dtype=float))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h, w_q, w_k, w_v = map(torch.from_numpy, (decoder_states, encoder_states, W_q, W_k, W_v))
    scores = torch.bmm(z @ w_q, (h @ w_k).transpose(1, 2)) / math.sqrt(w_k.shape[1])
    if source_keep is not None:
        hidden = ~torch.from_numpy(source_keep)[:, None, :]
        scores = scores.masked_fill(hidden, -1e4)
    weights = torch.softmax(scores, dim=-1)
    if source_keep is not None:
        weights = weights.masked_fill(hidden, 0)
    return torch.bmm(weights, h @ w_v).numpy(), weights.numpy()


def alignment(weights):
    return _copy(weights).argmax(dim=2).numpy()
