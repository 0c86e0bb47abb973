# right: tensors inside the functions, and in the module an attention written out by hand from in_proj_weight.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def encoder_block(x, weights, heads, keep):
    x = torch.as_tensor(np.array(x))
    mask = torch.as_tensor(np.array(keep)).unsqueeze(1).expand(-1, x.shape[1], -1)
    h = layer_norm(x.add(multi_head_attention(x, x, weights["attention"], heads, mask)), weights["norm_1"])
    return layer_norm(h.add(feed_forward(h, weights["feed_forward"])), weights["norm_2"]).numpy()


def encoder(x, blocks, heads, keep):
    states = [x]
    for weights in blocks:
        states.append(encoder_block(states[-1], weights, heads, keep))
    return states[-1]


class EncoderBlock(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_2 = nn.LayerNorm(d_model)


    def _attend(self, x, keep):
        batch, length, d_model = x.shape
        heads = self.attention.num_heads
        qkv = x @ self.attention.in_proj_weight.T + self.attention.in_proj_bias
        q, k, v = qkv.view(batch, length, 3, heads, d_model // heads).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) / (d_model // heads) ** 0.5
        scores = scores.masked_fill(~keep[:, None, None, :], float("-inf"))
        mixed = scores.softmax(-1) @ v
        return self.attention.out_proj(mixed.transpose(1, 2).reshape(batch, length, d_model))

    def forward(self, x, keep):
        h = self.norm_1(x + self._attend(x, keep))
        return self.norm_2(h + self.linear_2(self.linear_1(h).clamp(min=0)))


class Encoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(EncoderBlock(d_model, heads, d_ff))

    def forward(self, x, keep):
        for i in range(len(self.blocks)):
            x = self.blocks[i](x, keep)
        return x
