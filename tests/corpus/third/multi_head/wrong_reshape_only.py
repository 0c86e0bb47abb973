# wrong: splitting and merging are single reshapes without a transpose: a head gets whole words instead of its features of every word; shows for more than one word and more than one head.
import torch
from torch import nn


def split_heads(x, heads):
    batch, position, width = x.shape
    return x.reshape(batch, heads, position, width // heads)


def merge_heads(x):
    batch, heads, position, d_head = x.shape
    return x.reshape(batch, position, heads * d_head)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    Q = split_heads(query_input @ W_q, heads)
    K = split_heads(key_value_input @ W_k, heads)
    V = split_heads(key_value_input @ W_v, heads)
    scores = Q @ K.transpose(-2, -1) / Q.shape[-1] ** 0.5
    if keep is not None:
        hide = ~keep[:, None]
        empty = hide.all(dim=-1, keepdim=True)
        scores = scores.masked_fill(hide & ~empty, float("-inf"))
        weights = torch.softmax(scores, dim=-1).masked_fill(empty, 0.0)
    else:
        weights = torch.softmax(scores, dim=-1)
    return merge_heads(weights @ V) @ W_o, weights


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
            query_input, key_value_input, self.W_q.weight.T, self.W_k.weight.T, self.W_v.weight.T, self.W_o.weight.T,
            self.heads, keep,
        )
        return outputs
