# right: one einsum for every step on five-index tensors and a softmax of its own (exp, where), differentiable also in empty rows.
import torch
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return torch.einsum("bphd->bhpd", x.reshape(*x.shape[:2], heads, x.shape[2] // heads))


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    joined = torch.einsum("bhpd->bphd", x)
    return joined.reshape(joined.shape[0], joined.shape[1], joined.shape[2] * joined.shape[3])


def _weights(scores: torch.Tensor, keep: torch.Tensor | None) -> torch.Tensor:
    if keep is None:
        keep = torch.ones((1, 1, 1), dtype=torch.bool, device=scores.device)
    keep = keep[:, None].expand(scores.shape)
    lowest = torch.finfo(scores.dtype).min
    top = torch.where(keep, scores, lowest).amax(dim=-1, keepdim=True).detach()
    gap = torch.where(keep, scores - top, 0.0)
    e = torch.where(keep, torch.exp(gap), 0.0)
    total = e.sum(dim=-1, keepdim=True)
    return e / torch.where(total > 0, total, 1.0)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    def per_head(W):
        return W.reshape(W.shape[0], heads, W.shape[1] // heads)          # (m, h, d)

    q = torch.einsum("bqm,mhd->bhqd", query_input, per_head(W_q))
    k = torch.einsum("bkm,mhd->bhkd", key_value_input, per_head(W_k))
    v = torch.einsum("bkm,mhd->bhkd", key_value_input, per_head(W_v))
    weights = _weights(torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5, keep)
    mixing = W_o.reshape(heads, W_o.shape[0] // heads, W_o.shape[1])
    return torch.einsum("bhqk,bhkd,hdm->bqm", weights, v, mixing), weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        return multi_head_attention(
            query_input, key_value_input,
            self.W_q.weight.t(), self.W_k.weight.t(), self.W_v.weight.t(), self.W_o.weight.t(),
            self.heads, keep,
        )[0]
