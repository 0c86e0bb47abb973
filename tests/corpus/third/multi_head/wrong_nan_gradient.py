# wrong: a query that sees no key gives 0 through nan_to_num after the softmax; the values are right, but the gradients of W_q, W_k and the inputs become NaN.
import torch
from torch import nn


def split_heads(x, heads):
    return x.reshape(x.shape[0], x.shape[1], heads, -1).swapaxes(1, 2)


def merge_heads(x):
    return x.swapaxes(1, 2).flatten(2)


def attention(q, k, v, keep=None):
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if keep is not None:
        mask = torch.zeros(keep.shape, dtype=scores.dtype)
        mask = mask.masked_fill(~keep, float("-inf")).unsqueeze(1)
        scores = scores + mask
    weights = torch.nan_to_num(torch.softmax(scores, dim=-1))
    return weights @ v, weights


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = (split_heads(x @ W, heads) for x, W in
               ((query_input, W_q), (key_value_input, W_k), (key_value_input, W_v)))
    heads_out, weights = attention(q, k, v, keep)
    return merge_heads(heads_out) @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        q = split_heads(self.W_q(query_input), self.heads)
        k = split_heads(self.W_k(key_value_input), self.heads)
        v = split_heads(self.W_v(key_value_input), self.heads)
        return self.W_o(merge_heads(attention(q, k, v, keep)[0]))
