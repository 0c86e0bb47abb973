# right: a frame helper for add and norm; the module computes both attentions from the parts' weights with explicit scores and softmax.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

class _Block:
    def __init__(self, weights, heads):
        self.w, self.heads = weights, heads

    def attend(self, name, query_input, looked_at, keep):
        return multi_head_attention(query_input, looked_at, self.w[name], self.heads, keep)

    def frame(self, number, x, change):
        return layer_norm(np.asarray(x) + np.asarray(change), self.w["norm_" + str(number)])

    def __call__(self, x, memory, source_keep):
        t = x.shape[-2]
        not_later = np.fromfunction(lambda i, j: j <= i, (t, t))
        x = self.frame(1, x, self.attend("self_attention", x, x, not_later))
        x = self.frame(2, x, self.attend("cross_attention", x, memory, np.expand_dims(source_keep, 1)))
        return self.frame(3, x, feed_forward(x, self.w["feed_forward"]))


def decoder_block(x, memory, weights, heads, source_keep):
    return _Block(weights, heads)(x, memory, source_keep)


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for block in [_Block(weights, heads) for weights in blocks]:
        x = block(x, encoder_outputs[-1], source_keep)
    return x


def _attention(part, asks, looked_at, keep):
    """keep broadcasts to (batch, 1, query, key), True means visible."""
    W_q, W_k, W_v = part.in_proj_weight.chunk(3)
    b_q, b_k, b_v = part.in_proj_bias.chunk(3)

    def split(v):
        return v.unflatten(-1, (part.num_heads, -1)).transpose(1, 2)

    q, k, v = split(F.linear(asks, W_q, b_q)), split(F.linear(looked_at, W_k, b_k)), split(F.linear(looked_at, W_v, b_v))
    scores = torch.einsum("bhqd,bhkd->bhqk", q, k) / q.shape[-1] ** 0.5
    share = scores.masked_fill(~keep, float("-inf")).softmax(dim=-1)
    return part.out_proj(torch.einsum("bhqk,bhkd->bqhd", share, v).flatten(2))


class DecoderBlock(nn.Module):
    """One decoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def forward(self, x, memory, source_keep):
        place = torch.arange(x.shape[1], device=x.device)
        past = (place[None, :] <= place[:, None])[None, None]
        x = self.norm_1(x + _attention(self.self_attention, x, x, past))
        x = self.norm_2(x + _attention(self.cross_attention, x, memory, source_keep[:, None, None, :]))
        return self.norm_3(x + self.linear_2(self.linear_1(x).relu()))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
