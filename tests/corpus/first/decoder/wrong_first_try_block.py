# wrong: decoder_block asks the source before the target and has no look-ahead mask; Decoder repeats one block
import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention
import torch
from torch import nn


def decoder_block(x: np.ndarray, memory: np.ndarray, weights: dict, heads: int, source_keep: np.ndarray) -> np.ndarray:
    everything = np.ones((1, x.shape[1], x.shape[1]), dtype=bool)
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    x = layer_norm(x + c, weights["norm_1"])
    s = multi_head_attention(x, x, weights["self_attention"], heads, everything)
    x = layer_norm(x + s, weights["norm_2"])
    m = feed_forward(x, weights["feed_forward"])
    return layer_norm(x + m, weights["norm_3"])


def decoder(
    x: np.ndarray, encoder_outputs: list[np.ndarray], blocks: list[dict], heads: int, source_keep: np.ndarray
) -> np.ndarray:
    memory = encoder_outputs[-1]
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x


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

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        length = x.shape[1]
        future = torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x_1 = self.norm_1(x + s)
        c, _ = self.cross_attention(x_1, memory, memory, key_padding_mask=~source_keep)
        x_2 = self.norm_2(x_1 + c)
        m = self.linear_2(torch.relu(self.linear_1(x_2)))
        return self.norm_3(x_2 + m)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        block = DecoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList([block for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
