# right: torch's scaled_dot_product_attention for the outputs, an identity matrix as values for the weights
import torch
import torch.nn.functional as F
from torch import nn


def split_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    return x.unflatten(2, (heads, x.shape[2] // heads)).permute(0, 2, 1, 3).contiguous()


def merge_heads(x: torch.Tensor) -> torch.Tensor:
    return x.permute(0, 2, 1, 3).flatten(2)


class _Heads:
    def __init__(self, q, k, v, keep):
        self.q, self.k, self.v = q, k, v
        self.anyone = None
        self.mask = None
        if keep is not None:
            keep = keep[:, None]
            self.anyone = keep.any(dim=3, keepdim=True)
            self.mask = keep | ~self.anyone

    def mix(self, values):
        out = F.scaled_dot_product_attention(self.q, self.k, values, attn_mask=self.mask)
        return out if self.anyone is None else out * self.anyone

    def outputs(self):
        return merge_heads(self.mix(self.v))

    def weights(self):
        n = self.k.shape[2]
        eye = torch.eye(n, dtype=self.k.dtype).expand(*self.k.shape[:2], n, n)
        return self.mix(eye)


def multi_head_attention(query_input, key_value_input, W_q, W_k, W_v, W_o, heads, keep=None):
    h = _Heads(
        split_heads(query_input @ W_q, heads),
        split_heads(key_value_input @ W_k, heads),
        split_heads(key_value_input @ W_v, heads),
        keep,
    )
    return h.outputs() @ W_o, h.weights()


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.W_q = nn.Linear(d_model, d_model, bias=False)
        self.W_k = nn.Linear(d_model, d_model, bias=False)
        self.W_v = nn.Linear(d_model, d_model, bias=False)
        self.W_o = nn.Linear(d_model, d_model, bias=False)

    def forward(self, query_input, key_value_input, keep=None):
        parts = [
            split_heads(layer(x), self.heads)
            for layer, x in ((self.W_q, query_input), (self.W_k, key_value_input), (self.W_v, key_value_input))
        ]
        return self.W_o(_Heads(*parts, keep).outputs())
