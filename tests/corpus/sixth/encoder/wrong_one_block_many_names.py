# wrong: ModuleList([block] * n) is one set of weights; n_blocks > 1.
import copy

import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def _add_and_norm(x, part, norm):
    return norm(x + part(x))


def encoder_block(x, weights, heads, keep):
    x, keep = torch.as_tensor(x), torch.as_tensor(keep)
    pairs = keep.unsqueeze(1).repeat(1, x.shape[1], 1)
    h = _add_and_norm(
        x,
        lambda t: multi_head_attention(t, t, weights["attention"], heads, pairs),
        lambda t: layer_norm(t, weights["norm_1"]),
    )
    return _add_and_norm(
        h,
        lambda t: feed_forward(t, weights["feed_forward"]),
        lambda t: layer_norm(t, weights["norm_2"]),
    )


def encoder(x, blocks, heads, keep):
    result = torch.as_tensor(x).clone()
    for number in range(len(blocks)):
        result = encoder_block(result, blocks[number], heads, keep)
    return result


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        hide = torch.logical_not(keep)
        h = _add_and_norm(x, lambda t: self.attention(t, t, t, key_padding_mask=hide)[0], self.norm_1)
        return _add_and_norm(h, lambda t: self.linear_2(self.linear_1(t).clamp(min=0)), self.norm_2)


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        first = EncoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList([first] * n_blocks)

    def forward(self, x, keep):
        for block in self.blocks:
            x = block(x, keep)
        return x
