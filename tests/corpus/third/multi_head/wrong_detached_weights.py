# wrong: multi_head_attention computes the weights in numpy, and forward calls it for them, so the graph is cut there: the outputs are right, but W_q, W_k and query_input get no gradient.
import numpy as np
import torch
from torch import nn


def split_heads(x, heads):
    b, n, w = x.shape
    return x.reshape(b, n, heads, w // heads).permute(0, 2, 1, 3)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, n, h * d)


def attention_weights(q, k, keep):
    """softmax(Q K^T / sqrt(d_k)) with numpy; (batch, head, query, key)."""
    q, k = q.detach().numpy(), k.detach().numpy()
    s = np.einsum("bhqd,bhkd->bhqk", q, k) / np.sqrt(q.shape[-1])
    see = np.ones((1, 1, 1, 1), dtype=bool) if keep is None else keep.numpy()[:, None]
    s = np.where(see, s, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return torch.from_numpy((e / np.where(total == 0, 1, total)).astype(q.dtype))


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(query_input @ W_q, heads)
    k = split_heads(key_value_input @ W_k, heads)
    v = split_heads(key_value_input @ W_v, heads)
    weights = attention_weights(q, k, keep)
    return merge_heads(weights @ v) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        outputs, _ = multi_head_attention(
            query_input, key_value_input, self.W_q.weight.t(), self.W_k.weight.t(), self.W_v.weight.t(),
            self.W_o.weight.t(), self.heads, keep,
        )
        return outputs
