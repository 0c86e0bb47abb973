# wrong: the look-ahead mask of decoder_block hides the word itself (j < i), and its last addition takes the x from the start of the block instead of x₂.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    target = x.shape[1]
    mask = np.ones((target, target), dtype=bool)
    for i in range(target):
        for j in range(target):
            if j >= i:
                mask[i, j] = False
    s = multi_head_attention(x, x, weights["self_attention"], heads, mask)
    x1 = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(x1, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x2 = layer_norm(x1 + c, weights["norm_2"])
    m = feed_forward(x2, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])


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

    def forward(self, x, memory, source_keep):
        target = x.shape[1]
        hide = torch.ones(target, target).triu(1).bool()
        x1 = self.norm_1(x + self.self_attention(x, x, x, attn_mask=hide)[0])
        x2 = self.norm_2(x1 + self.cross_attention(x1, memory, memory, key_padding_mask=~source_keep)[0])
        return self.norm_3(x2 + self.linear_2(torch.relu(self.linear_1(x2))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
