# wrong: encoder_block uses norm_1 for both norms; shows when the weights of norm_1 and norm_2 differ
from functools import reduce

import provided
from torch import nn


def add_norm(x, change, weights):
    return provided.layer_norm(x + change, weights)


def encoder_block(x, weights, heads, keep):
    attention, norm, network = (weights[name] for name in ("attention", "norm_1", "feed_forward"))
    h = add_norm(x, provided.multi_head_attention(x, x, attention, heads, keep[:, None]), norm)
    return add_norm(h, provided.feed_forward(h, network), norm)


def encoder(x, blocks, heads, keep):
    return reduce(lambda y, weights: encoder_block(y, weights, heads, keep), blocks, x)


class EncoderBlock(nn.Module):
    """One encoder block that can be trained."""

    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def attend(self, x, hide):
        return self.attention(x, x, x, key_padding_mask=hide, need_weights=False)[0]

    def think(self, x):
        return self.linear_2(nn.functional.relu(self.linear_1(x)))

    def forward(self, x, keep):
        x = self.norm_1(x + self.attend(x, keep.logical_not()))
        return self.norm_2(x + self.think(x))


class Encoder(nn.Module):
    """A stack of encoder blocks that can be trained."""

    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        return reduce(lambda y, block: block(y, keep), self.blocks, x)
