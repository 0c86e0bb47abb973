# right: the functions compute in numpy, head by head with loops, and hand tensors back; only forward stays in torch
import numpy as np
import torch
from torch import nn


def _np(t):
    return t.detach().cpu().numpy()


def split_heads(x, heads):
    a = _np(x)
    d = a.shape[2] // heads
    out = np.empty((a.shape[0], heads, a.shape[1], d), dtype=a.dtype)
    for i in range(heads):
        out[:, i] = a[:, :, i * d : (i + 1) * d]
    return torch.from_numpy(out)


def merge_heads(x):
    a = _np(x)
    b, h, n, d = a.shape
    out = np.empty((b, n, h * d), dtype=a.dtype)
    for i in range(h):
        out[:, :, i * d : (i + 1) * d] = a[:, i]
    return torch.from_numpy(out)


def _softmax_row(scores, seen):
    row = np.zeros(scores.shape, dtype=scores.dtype)
    if seen.any():
        e = np.exp(scores[seen] - scores[seen].max())
        row[seen] = e / e.sum()
    return row


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    x, y, wq, wk, wv, wo = map(_np, (query_input, key_value_input, W_q, W_k, W_v, W_o))
    b, nq, nk = x.shape[0], x.shape[1], y.shape[1]
    seen = np.broadcast_to(np.True_ if keep is None else _np(keep), (b, nq, nk))
    d_k, d_v = wq.shape[1] // heads, wv.shape[1] // heads
    weights = np.zeros((b, heads, nq, nk), dtype=x.dtype)
    outputs = np.zeros((b, nq, wo.shape[1]), dtype=x.dtype)
    for s in range(b):
        for h in range(heads):
            q = x[s] @ wq[:, h * d_k : (h + 1) * d_k]
            k = y[s] @ wk[:, h * d_k : (h + 1) * d_k]
            v = y[s] @ wv[:, h * d_v : (h + 1) * d_v]
            scores = q @ k.T / np.sqrt(d_k).astype(x.dtype)
            for i in range(nq):
                weights[s, h, i] = _softmax_row(scores[i], seen[s, i])
            outputs[s] += weights[s, h] @ v @ wo[h * d_v : (h + 1) * d_v]
    return torch.from_numpy(outputs), torch.from_numpy(weights)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        total = 0.0
        d = self.W_q.out_features // self.heads
        q, k, v = self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input)
        for h in range(self.heads):
            block = slice(h * d, (h + 1) * d)
            scores = q[..., block] @ k[..., block].mT / d**0.5
            if keep is not None:
                scores = scores.masked_fill(~keep, torch.finfo(scores.dtype).min)
            weights = scores.softmax(-1)
            if keep is not None:
                weights = weights.masked_fill(~keep, 0.0)
            total = total + weights @ v[..., block] @ self.W_o.weight[:, block].T
        return total
