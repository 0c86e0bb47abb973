# wrong: the Decoder module detaches the memory, so the values are right and the encoder gets no gradient.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    target = x.shape[-2]
    not_ahead = ~np.triu(np.ones((target, target), dtype=bool), k=1)
    x_1 = layer_norm(x + multi_head_attention(x, x, weights["self_attention"], heads, not_ahead), weights["norm_1"])
    real = source_keep[:, None, :]
    c = multi_head_attention(x_1, memory, weights["cross_attention"], heads, real)
    x_2 = layer_norm(x_1 + c, weights["norm_2"])
    return layer_norm(x_2 + feed_forward(x_2, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x


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
        target = x.size(1)
        ahead = torch.triu(torch.ones((target, target), dtype=torch.bool, device=x.device), diagonal=1)
        s, _ = self.self_attention(x, x, x, attn_mask=ahead)
        x_1 = self.norm_1(x + s)
        c, _ = self.cross_attention(x_1, memory, memory, key_padding_mask=~source_keep)
        x_2 = self.norm_2(x_1 + c)
        m = self.linear_2(self.linear_1(x_2).relu())
        return self.norm_3(x_2 + m)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        memory = memory.detach()  # the same for every block, nobody may change it
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
