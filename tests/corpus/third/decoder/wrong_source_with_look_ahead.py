# wrong: decoder_block puts a look-ahead mask on the source as well, so target word i reads only the source words up to i.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def look_ahead(queries, keys):
    """(1, query, key), True where the key may be seen."""
    return np.tril(np.ones((1, queries, keys), dtype=bool))


def decoder_block(x, memory, weights, heads, source_keep):
    target, source = x.shape[1], memory.shape[1]
    s = multi_head_attention(x, x, weights["self_attention"], heads, look_ahead(target, target))
    x = layer_norm(x + s, weights["norm_1"])
    visible = source_keep[:, None, :] & look_ahead(target, source)
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, visible)
    x = layer_norm(x + c, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[len(encoder_outputs) - 1]
    for i in range(len(blocks)):
        x = decoder_block(x, memory, blocks[i], heads, source_keep)
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
        size = x.shape[1]
        mask = torch.full((size, size), float("-inf"), dtype=x.dtype).triu(1)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=mask)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0])
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
