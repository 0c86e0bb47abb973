# right: torch softmax in float64, masked_fill before and after, back to numpy
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np
import torch


def to_torch(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h = to_torch(decoder_states), to_torch(encoder_states)
    wq, wk, wv = map(to_torch, (W_q, W_k, W_v))
    pad = None
    if source_keep is not None:
        pad = ~torch.tensor(np.array(source_keep, dtype=bool)).unsqueeze(1)
        h = h.masked_fill(pad.transpose(1, 2), 0.0)
    scores = torch.einsum("btm,mk,nk,bsn->bts", z, wq, wk, h) / wq.shape[1] ** 0.5
    if pad is not None:
        scores = scores.masked_fill(pad, -torch.inf)
    weights = scores.softmax(-1)
    if pad is not None:
        weights = weights.masked_fill(pad, 0.0)
    return (weights @ (h @ wv)).numpy(), weights.numpy()


def alignment(weights):
    return torch.from_numpy(np.ascontiguousarray(weights)).max(dim=2).indices.numpy()
