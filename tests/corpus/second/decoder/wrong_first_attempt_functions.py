# wrong: decoder_block makes the question to the source from x and uses norm_2 twice; decoder reads the first encoder output
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn
from torch.nn import functional as F


def decoder_block(x, memory, weights, heads, source_keep):
    n = x.shape[1]
    causal = np.tril(np.ones((n, n))).astype(bool)
    s = multi_head_attention(x, x, weights["self_attention"], heads, causal)
    h = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    h = layer_norm(h + c, weights["norm_2"])
    m = feed_forward(h, weights["feed_forward"])
    return layer_norm(h + m, weights["norm_2"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[0]
    for block in blocks:
        x = decoder_block(x, memory, block, heads, source_keep)
    return x


def attend(part, query, memory, see):
    d = query.shape[-1]
    w_q, w_k, w_v = part.in_proj_weight.split(d)
    b_q, b_k, b_v = part.in_proj_bias.split(d)

    def to_heads(t):
        return t.unflatten(-1, (part.num_heads, -1)).transpose(1, 2)

    q, k, v = to_heads(query @ w_q.T + b_q), to_heads(memory @ w_k.T + b_k), to_heads(memory @ w_v.T + b_v)
    out = F.scaled_dot_product_attention(q, k, v, attn_mask=see)
    return part.out_proj(out.transpose(1, 2).flatten(2))


class DecoderBlock(nn.Module):
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
        n = x.shape[1]
        h = self.norm_1(x + attend(self.self_attention, x, x, torch.ones(n, n, dtype=torch.bool).tril()))
        h = self.norm_2(h + attend(self.cross_attention, h, memory, source_keep[:, None, None, :]))
        return self.norm_3(h + self.linear_2(self.linear_1(h).clamp(min=0)))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        h = x
        for i, _ in enumerate(self.blocks):
            h = self.blocks[i](h, memory, source_keep)
        return h
