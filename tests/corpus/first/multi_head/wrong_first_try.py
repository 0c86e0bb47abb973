# wrong: multi_head_attention divides by d_k (no root) and masks after the softmax; forward uses the stored weights without transpose
import torch
from torch import nn


def split_heads(x, heads):
    b, n, d = x.shape
    return x.reshape(b, n, heads, d // heads).permute(0, 2, 1, 3)


def merge_heads(x):
    b, h, n, d = x.shape
    return x.permute(0, 2, 1, 3).reshape(b, n, h * d)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    Q = split_heads(torch.matmul(query_input, W_q), heads)
    K = split_heads(torch.matmul(key_value_input, W_k), heads)
    V = split_heads(torch.matmul(key_value_input, W_v), heads)
    d_k = Q.shape[-1]
    weights = torch.softmax(torch.matmul(Q, K.transpose(2, 3)) / d_k, dim=-1)
    if keep is not None:
        weights = weights * keep.unsqueeze(1)
    heads_out = torch.matmul(weights, V)
    return torch.matmul(merge_heads(heads_out), W_o), weights


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
            query_input, key_value_input,
            self.W_q.weight, self.W_k.weight, self.W_v.weight, self.W_o.weight,
            self.heads, keep,
        )
        return outputs
