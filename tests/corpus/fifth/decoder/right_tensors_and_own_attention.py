# right: tensors in the functions, a full (batch, target, target) mask, and attention written out by hand in the module.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory, source_keep = (torch.tensor(np.array(a)) for a in (x, memory, source_keep))
    look_back = torch.ones(len(x), x.shape[1], x.shape[1]).tril().bool()
    x = layer_norm(x.add(multi_head_attention(x, x, weights["self_attention"], heads, look_back)), weights["norm_1"])
    c = multi_head_attention(x, memory, weights["cross_attention"], heads, source_keep.unsqueeze(1))
    x = layer_norm(x.add(c), weights["norm_2"])
    return layer_norm(x.add(feed_forward(x, weights["feed_forward"])), weights["norm_3"]).numpy()


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    if not blocks:
        return x
    below = decoder(x, encoder_outputs, blocks[:-1], heads, source_keep)
    return decoder_block(below, encoder_outputs[-1], blocks[-1], heads, source_keep)


def _attend(attention, x, memory, keep):
    heads = attention.num_heads
    W_q, W_k, W_v = attention.in_proj_weight.chunk(3)
    b_q, b_k, b_v = attention.in_proj_bias.chunk(3)

    def split(rows):
        return rows.unflatten(-1, (heads, -1)).transpose(1, 2)

    q, k, v = split(x @ W_q.T + b_q), split(memory @ W_k.T + b_k), split(memory @ W_v.T + b_v)
    scores = torch.einsum("bhid,bhjd->bhij", q, k) / q.shape[-1] ** 0.5
    probabilities = scores.masked_fill(~keep, float("-inf")).softmax(-1)
    return attention.out_proj((probabilities @ v).transpose(1, 2).flatten(2))


class DecoderBlock(nn.Module):
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
        n = x.shape[1]
        look_back = torch.ones(n, n, device=x.device).tril().bool()
        x = self.norm_1(x + _attend(self.self_attention, x, x, look_back))
        x = self.norm_2(x + _attend(self.cross_attention, x, memory, source_keep[:, None, None, :]))
        return self.norm_3(x + self.linear_2(nn.functional.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
