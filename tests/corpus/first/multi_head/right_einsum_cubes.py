# right: einsum with the matrices cut into (d_model, head, d) blocks; the heads are never split or merged on the way
import torch
from torch import nn


def split_heads(x, heads):
    return torch.stack(torch.tensor_split(x, heads, dim=2), dim=1)


def merge_heads(x):
    return torch.cat(torch.unbind(x, dim=1), dim=2)


def _masked_softmax(scores, keep):
    if keep is None:
        return torch.softmax(scores, dim=-1)
    seen = torch.broadcast_to(keep[:, None], scores.shape)
    top = torch.where(seen, scores, -torch.inf).amax(dim=-1, keepdim=True).detach()
    top = torch.where(torch.isinf(top), 0.0, top)
    shifted = torch.where(seen, scores - top, 0.0)
    e = torch.where(seen, torch.exp(shifted), 0.0)
    total = e.sum(dim=-1, keepdim=True)
    return e / torch.where(total == 0, 1.0, total)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    rows = W_q.shape[0]
    A = W_q.reshape(rows, heads, -1)
    B = W_k.reshape(W_k.shape[0], heads, -1)
    C = W_v.reshape(W_v.shape[0], heads, -1)
    D = W_o.reshape(heads, -1, W_o.shape[1])
    q = torch.einsum("bqm,mhd->bhqd", query_input, A)
    k = torch.einsum("bkm,mhd->bhkd", key_value_input, B)
    weights = _masked_softmax(torch.einsum("bhqd,bhkd->bhqk", q, k) * A.shape[-1] ** -0.5, keep)
    outputs = torch.einsum("bhqk,bkm,mhv,hvo->bqo", weights, key_value_input, C, D)
    return outputs, weights


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        matrices = (self.W_q.weight.T, self.W_k.weight.T, self.W_v.weight.T, self.W_o.weight.T)
        outputs, _ = multi_head_attention(query_input, key_value_input, *matrices, self.heads, keep)
        return outputs
