# wrong: encoder_block takes zero vectors for padding instead of reading keep; shows when padding vectors are not 0 or a real one is
from functools import reduce

import provided
from torch import nn


def real_words(x):
    return abs(x).sum(-1) > 0


def add_norm(x, part, weights):
    return provided.layer_norm(x + part(x), weights)


def encoder_block(x, weights, heads, keep):
    pairs = real_words(x)[:, None, :]

    def attend(y):
        return provided.multi_head_attention(y, y, weights["attention"], heads, pairs)

    def think(y):
        return provided.feed_forward(y, weights["feed_forward"])

    return add_norm(add_norm(x, attend, weights["norm_1"]), think, weights["norm_2"])


def encoder(x, blocks, heads, keep):
    x = x * keep[..., None]
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
