# wrong: the module makes its look-ahead mask at the first call and cuts later ones from it, so a longer target after a shorter one raises an error.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    causal = np.tri(x.shape[1], x.shape[1]).astype(bool)
    x = layer_norm(np.add(x, multi_head_attention(x, x, weights["self_attention"], heads, causal)), weights["norm_1"])
    visible = np.broadcast_to(source_keep[:, None, :], (len(x), x.shape[1], memory.shape[1])).copy()
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, visible)
    x = layer_norm(np.add(x, c), weights["norm_2"])
    return layer_norm(np.add(x, feed_forward(x, weights["feed_forward"])), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    for weights in blocks:
        x = decoder_block(x, encoder_outputs[-1], weights, heads, source_keep)
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
        self.future = None  # made once, at the first sentence

    def look_ahead(self, size):
        if self.future is None:
            self.future = torch.triu(torch.ones(size, size, dtype=torch.bool), diagonal=1)
        return self.future[:size, :size]

    def forward(self, x, memory, source_keep):
        s, _ = self.self_attention(x, x, x, attn_mask=self.look_ahead(x.shape[1]))
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
