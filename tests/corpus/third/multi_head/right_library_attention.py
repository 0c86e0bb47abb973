# right: PyTorch's scaled_dot_product_attention with a boolean mask whose empty rows are opened in a copy and wiped out afterwards; the weights come from the same function with an identity for values.
import torch
from torch import nn
from torch.nn import functional as F


def split_heads(x, heads):
    return x.unflatten(-1, (heads, x.shape[-1] // heads)).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(start_dim=2)


def _context(q, k, v, keep):
    if keep is None:
        return F.scaled_dot_product_attention(q, k, v)
    sees = keep.any(dim=-1, keepdim=True)
    mask = (keep | ~sees).unsqueeze(1).expand(-1, -1, q.shape[2], -1)
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    return out.masked_fill(~sees.unsqueeze(1), 0.0)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    q, k, v = (split_heads(t, heads) for t in (query_input @ W_q, key_value_input @ W_k, key_value_input @ W_v))
    n_key = k.shape[2]
    identity = torch.eye(n_key, dtype=k.dtype, device=k.device).expand(*k.shape[:2], n_key, n_key)
    return merge_heads(_context(q, k, v, keep)) @ W_o, _context(q, k, identity, keep)


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
        out = _context(split_heads(q, self.heads), split_heads(k, self.heads), split_heads(v, self.heads), keep)
        return self.W_o(merge_heads(out))
