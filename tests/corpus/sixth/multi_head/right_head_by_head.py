# right: chunk and stack, one head after the other, W_o in blocks of rows.
import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(x.unbind(dim=1), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    outputs, tables = 0, []
    blocks = [W.chunk(heads, dim=1) for W in (W_q, W_k, W_v)] + [W_o.chunk(heads, dim=0)]
    for w_q, w_k, w_v, w_o in zip(*blocks):
        scores = torch.einsum("bqd,bkd->bqk", query_input @ w_q, key_value_input @ w_k) / w_k.shape[1] ** 0.5
        if keep is not None:
            seeing = keep.any(dim=-1, keepdim=True)
            scores = torch.where(keep | ~seeing, scores, torch.full_like(scores, -torch.inf))
        weights = torch.softmax(scores, dim=-1)
        if keep is not None:
            weights = weights * seeing
        tables.append(weights)
        outputs = outputs + weights @ (key_value_input @ w_v) @ w_o
    return outputs, torch.stack(tables, dim=1)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, heads):
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        matrices = (layer.weight.T for layer in (self.W_q, self.W_k, self.W_v, self.W_o))
        outputs, _ = multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)
        return outputs
