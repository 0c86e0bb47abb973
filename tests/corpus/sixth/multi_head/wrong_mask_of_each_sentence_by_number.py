# wrong: sentences are done one by one and take keep[b]; it shows on a mask whose batch axis is 1, with more sentences.
import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x):
    return torch.cat(x.unbind(dim=1), dim=-1)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    all_outputs, all_weights = [], []
    for b in range(len(query_input)):
        q = (query_input[b] @ W_q).unflatten(-1, (heads, -1)).transpose(0, 1)
        k = (key_value_input[b] @ W_k).unflatten(-1, (heads, -1)).transpose(0, 1)
        v = (key_value_input[b] @ W_v).unflatten(-1, (heads, -1)).transpose(0, 1)
        scores = q @ k.transpose(1, 2) / q.shape[-1] ** 0.5
        if keep is not None:
            scores = scores.masked_fill(~keep[b], -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        if keep is not None:
            weights = weights.masked_fill(~keep[b], 0)
        all_weights.append(weights)
        all_outputs.append(torch.cat(list(weights @ v), dim=-1) @ W_o)
    return torch.stack(all_outputs), torch.stack(all_weights)


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
