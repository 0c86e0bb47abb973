# wrong: split_heads uses .view, but its input need not be contiguous in memory: on a transposed tensor it fails with a RuntimeError (inside the attention a .contiguous() hides it).
import math

import torch
import torch.nn.functional as F
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    batch, position, features = x.shape
    words = x.view(batch * position, heads, features // heads)
    return words.view(batch, position, heads, features // heads).transpose(1, 2)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    batch, heads, position, d_head = x.shape
    return x.transpose(1, 2).contiguous().view(batch, position, heads * d_head)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q = split_heads(torch.matmul(query_input, W_q).contiguous(), heads)
    k = split_heads(torch.matmul(key_value_input, W_k).contiguous(), heads)
    v = split_heads(torch.matmul(key_value_input, W_v).contiguous(), heads)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    if keep is None:
        weights = F.softmax(scores, dim=-1)
    else:
        hidden = (~keep).unsqueeze(1)
        dead = hidden.all(dim=-1, keepdim=True)
        scores = scores.masked_fill(hidden, float("-inf")).masked_fill(dead, 0.0)
        weights = F.softmax(scores, dim=-1).masked_fill(dead, 0.0)
    return torch.matmul(merge_heads(torch.matmul(weights, v)), W_o), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        W_q, W_k, W_v, W_o = (layer.weight.transpose(0, 1) for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        return multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, self.heads, keep)[0]
