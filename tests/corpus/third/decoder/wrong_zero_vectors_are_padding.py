# wrong: decoder_block takes target words whose vector is all zeros for padding and hides them; shows for a zero vector before other words.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def target_mask(x):
    """Look-ahead mask and padding mask of the target in one, (batch, query, key)."""
    target = x.shape[1]
    real = np.any(np.asarray(x) != 0, axis=-1)
    causal = np.tril(np.ones((target, target), dtype=bool))
    return causal[None, :, :] & real[:, None, :]


def decoder_block(x, memory, weights, heads, source_keep):
    s = multi_head_attention(x, x, weights["self_attention"], heads, target_mask(x))
    h = layer_norm(x + s, weights["norm_1"])
    c = multi_head_attention(h, memory, weights["cross_attention"], heads, source_keep[:, None, :])
    h = layer_norm(h + c, weights["norm_2"])
    f = feed_forward(h, weights["feed_forward"])
    return layer_norm(h + f, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[-1]
    for block in blocks:
        x = decoder_block(x, memory, block, heads, source_keep)
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
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1]).to(x.dtype)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=mask)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0])
        return self.norm_3(x + self.linear_2(F.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
