# wrong: the second addition takes the x from the start of the block instead of h, in the function and in the module
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    keep = np.asarray(keep)[:, np.newaxis]
    h = layer_norm(x + multi_head_attention(x, x, weights["attention"], heads, keep), weights["norm_1"])
    return layer_norm(x + feed_forward(h, weights["feed_forward"]), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    states = [x]
    for number in range(len(blocks)):
        states.append(encoder_block(states[-1], blocks[number], heads, keep))
    return states[-1]


class EncoderBlock(nn.Module):

    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        h = self.norm_1(x + self.attention(x, x, x, key_padding_mask=~keep)[0])
        return self.norm_2(x + self.linear_2(F.relu(self.linear_1(h))))


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
