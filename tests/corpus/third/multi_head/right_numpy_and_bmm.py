# right: multi_head_attention in numpy (double precision, back to a torch tensor of the input's type); forward apart from it in torch, batch and heads flattened for bmm, log-space softmax.
import numpy as np
import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(torch.chunk(x, heads, dim=2), dim=1)


def merge_heads(x):
    return torch.cat(torch.unbind(x, dim=1), dim=2)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    X, Y, wq, wk, wv, wo = (
        t.detach().cpu().numpy().astype(np.float64) for t in (query_input, key_value_input, W_q, W_k, W_v, W_o)
    )

    def cut(a):
        return np.stack(np.split(a, heads, axis=-1), axis=1)

    q, k, v = cut(X @ wq), cut(Y @ wk), cut(Y @ wv)
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if keep is not None:
        scores = np.where(keep.detach().cpu().numpy()[:, np.newaxis], scores, -np.inf)
    best = scores.max(axis=-1, keepdims=True)
    best[np.isneginf(best)] = 0.0
    e = np.exp(scores - best)
    total = e.sum(axis=-1, keepdims=True)
    weights = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
    joined = np.concatenate(list(np.moveaxis(weights @ v, 1, 0)), axis=-1)
    back = [torch.from_numpy(np.ascontiguousarray(a)).to(query_input.dtype) for a in (joined @ wo, weights)]
    return back[0], back[1]


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        batch, n_q, _ = query_input.shape
        n_k = key_value_input.shape[1]
        q, k, v = (
            split_heads(layer(x), self.heads).flatten(0, 1)
            for layer, x in ((self.W_q, query_input), (self.W_k, key_value_input), (self.W_v, key_value_input))
        )
        scores = torch.bmm(q, k.transpose(1, 2)) * q.shape[-1] ** -0.5
        if keep is not None:
            see = keep.expand(batch, n_q, n_k).repeat_interleave(self.heads, dim=0)
            blind = see.any(dim=-1, keepdim=True).logical_not()
            scores = scores.masked_fill(see.logical_not() & ~blind, -torch.inf)
            weights = scores.log_softmax(dim=-1).exp().masked_fill(blind, 0.0)
        else:
            weights = scores.log_softmax(dim=-1).exp()
        heads_out = torch.bmm(weights, v).unflatten(0, (batch, self.heads))
        return self.W_o(merge_heads(heads_out))
