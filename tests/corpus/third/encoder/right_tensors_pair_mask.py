# right: the functions work on tensors and return a tensor; masks are pairs of real words, in the module one mask for each head; blocks in an nn.Sequential.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x: np.ndarray, weights: dict, heads: int, keep: np.ndarray) -> torch.Tensor:
    x, keep = torch.as_tensor(x), torch.as_tensor(keep)
    pairs = keep.unsqueeze(2) & keep.unsqueeze(1)
    h = layer_norm(x.add(multi_head_attention(x, x, weights["attention"], heads, pairs)), weights["norm_1"])
    return layer_norm(h.add(feed_forward(h, weights["feed_forward"])), weights["norm_2"])


def encoder(x: np.ndarray, blocks: list[dict], heads: int, keep: np.ndarray) -> torch.Tensor:
    if len(blocks) == 0:
        return torch.as_tensor(x)
    below = encoder(x, blocks[:-1], heads, keep)
    return encoder_block(below, blocks[-1], heads, keep)


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        hidden_pairs = (~keep)[:, None, :].expand(-1, keep.shape[1], -1)
        mask = hidden_pairs.repeat_interleave(self.attention.num_heads, dim=0)
        h = self.norm_1(self.attention(x, x, x, attn_mask=mask)[0] + x)
        return self.norm_2(self.linear_2(self.linear_1(h).clamp(min=0)) + h)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.Sequential()
        for number in range(n_blocks):
            self.blocks.add_module(str(number), EncoderBlock(d_model, heads, d_ff))

    def forward(self, x: torch.Tensor, keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, keep)
        return x
