# right: torch in float64, padded vectors and scores masked, empty sentences handled before the softmax
import numpy as np
import torch


def _t(a, dtype=torch.float64):
    return torch.tensor(np.ascontiguousarray(a), dtype=dtype)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    z, h, wq, wk, wv = (_t(a) for a in (decoder_states, encoder_states, W_q, W_k, W_v))
    if source_keep is None:
        real = torch.ones(h.shape[:2], dtype=torch.bool)
    else:
        real = _t(source_keep, torch.bool)
    h = h.masked_fill(~real[:, :, None], 0.0)
    scores = torch.einsum("btd,bsd->bts", z @ wq, h @ wk) / wq.shape[1] ** 0.5
    weights = scores.masked_fill(~real[:, None, :], -torch.inf).softmax(dim=-1)
    weights = weights.masked_fill(~real.any(dim=1)[:, None, None], 0.0)
    return (weights @ (h @ wv)).numpy(), weights.numpy()


def alignment(weights):
    return torch.max(_t(weights), dim=-1).indices.numpy()
