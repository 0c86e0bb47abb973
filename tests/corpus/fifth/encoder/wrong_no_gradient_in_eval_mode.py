# wrong: Encoder runs under no_grad in eval mode: no gradient reaches x or the weights after eval().
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    visible = keep[:, None, :]
    z = multi_head_attention(x, x, weights['attention'], heads, visible)
    x = layer_norm(x + z, weights['norm_1'])
    m = feed_forward(x, weights['feed_forward'])
    return layer_norm(x + m, weights['norm_2'])


def encoder(x, blocks, heads, keep):
    for weights in blocks:
        x = encoder_block(x, weights, heads, keep)
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
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        x = self.norm_1(x + z)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_2(x + m)


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList(EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks))

    def forward(self, x, keep):
        with torch.set_grad_enabled(self.training):
            for block in self.blocks:
                x = block(x, keep)
        return x
