# wrong: encoder_block puts the mask on the query axis, so real words still see the padding; shows with padding
from provided import feed_forward, layer_norm, multi_head_attention
import torch
from torch import nn


def encoder_block(x, weights, heads, keep):
    x = torch.as_tensor(x)
    seen = torch.as_tensor(keep).unsqueeze(-1).expand(-1, -1, x.size(1))
    attended = multi_head_attention(x, x, weights["attention"], heads, seen)
    attended = layer_norm(x.add(attended), weights["norm_1"])
    return layer_norm(attended.add(feed_forward(attended, weights["feed_forward"])), weights["norm_2"])


def encoder(x, blocks, heads, keep):
    if not blocks:
        return torch.as_tensor(x)
    return encoder(encoder_block(x, blocks[0], heads, keep), blocks[1:], heads, keep)


class EncoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)

    def forward(self, x, keep):
        penalty = torch.zeros(keep.shape, dtype=x.dtype).masked_fill(~keep, -torch.inf)
        residual = x
        x = self.attention(query=x, key=x, value=x, key_padding_mask=penalty)[0]
        x = self.norm_1(residual + x)
        residual = x
        x = self.linear_1(x).relu()
        x = self.linear_2(x)
        return self.norm_2(residual + x)


class Encoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*(EncoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)))

    def forward(self, x, keep):
        for number in range(len(self.blocks)):
            x = self.blocks[number](x, keep)
        return x
