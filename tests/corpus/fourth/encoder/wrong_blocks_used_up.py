# wrong: encoder takes the blocks out of the caller's list, which is empty afterwards
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    t = torch.as_tensor(np.array(x))
    mask = torch.as_tensor(np.array(keep)).unsqueeze(1).expand(-1, t.shape[1], -1)
    for part, norm in (("attention", "norm_1"), ("feed_forward", "norm_2")):
        if part == "attention":
            new = multi_head_attention(t, t, weights[part], heads, mask)
        else:
            new = feed_forward(t, weights[part])
        t = layer_norm(t + new, weights[norm])
    return t


def encoder(x, blocks, heads, keep):
    while blocks:
        x = encoder_block(x, blocks.pop(0), heads, keep)
    return x


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        attended = self.attention(x, x, x, key_padding_mask=keep.logical_not(), need_weights=False)[0]
        hidden = self.norm_1(attended.add(x))
        return self.norm_2(self.linear_2(F.relu(self.linear_1(hidden))).add(hidden))


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for number in range(len(self.blocks)):
            x = self.blocks[number](x, keep)
        return x
