# right: torch, sentence by sentence, scores of the real words only.
import math

import numpy as np
import torch


def _copy(array):
    return torch.tensor(np.array(array, dtype=float))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h, w_q, w_k, w_v = map(_copy, (decoder_states, encoder_states, W_q, W_k, W_v))
    outputs, tables = [], []
    for b in range(len(z)):
        real = torch.ones(h.shape[1], dtype=torch.bool) if source_keep is None else torch.tensor(np.array(source_keep[b]))
        weights = torch.zeros(z.shape[1], h.shape[1], dtype=h.dtype)
        if real.any():
            scores = (z[b] @ w_q) @ (h[b, real] @ w_k).T / math.sqrt(w_k.shape[1])
            weights[:, real] = torch.softmax(scores, dim=1)
        tables.append(weights)
        outputs.append(weights @ (h[b] @ w_v))
    return torch.stack(outputs).numpy(), torch.stack(tables).numpy()


def alignment(weights):
    return _copy(weights).argmax(dim=2).numpy()
