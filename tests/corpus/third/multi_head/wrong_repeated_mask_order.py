# wrong: batch and heads are flattened batch first, but the mask is repeated heads first (repeat instead of repeat_interleave), so sentences get each other's masks; shows for two sentences with different masks and two or more heads.
import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.stack(x.chunk(heads, dim=-1), dim=1)


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return torch.cat(x.unbind(dim=1), dim=-1)


def _core(q, k, v, heads, keep):
    """q, k, v: (batch, position, heads * d), projected but not split."""
    batch, n_q, n_k = q.shape[0], q.shape[1], k.shape[1]
    q, k, v = (split_heads(t, heads).flatten(0, 1) for t in (q, k, v))
    scores = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    if keep is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        mask = keep.expand(batch, n_q, n_k).repeat(heads, 1, 1)
        nothing = ~mask.any(dim=-1, keepdim=True)
        weights = torch.softmax(scores.masked_fill(~(mask | nothing), float("-inf")), dim=-1)
        weights = weights.masked_fill(nothing, 0.0)
    out = torch.bmm(weights, v).unflatten(0, (batch, heads))
    return merge_heads(out), weights.unflatten(0, (batch, heads))


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    out, weights = _core(query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v, heads, keep)
    return out @ W_o, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        q, k, v = self.W_q(query_input), self.W_k(key_value_input), self.W_v(key_value_input)
        return self.W_o(_core(q, k, v, self.heads, keep)[0])
