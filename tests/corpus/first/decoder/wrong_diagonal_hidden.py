# wrong: decoder_block hides j >= i, the word itself included; the first word sees nothing
import numpy as np
from provided import feed_forward, layer_norm, multi_head_attention
import torch
from torch import nn


def said_so_far(x, weights, heads):
    rows = [np.zeros_like(x[:, :1])]
    for t in range(1, x.shape[1]):
        past = x[:, :t]
        rows.append(multi_head_attention(x[:, t : t + 1], past, weights, heads, np.array(True)))
    return np.concatenate(rows, axis=1)


def decoder_block(x, memory, weights, heads, source_keep):
    source = np.repeat(np.asarray(source_keep)[:, None], x.shape[1], axis=1)
    x = layer_norm(x + said_so_far(x, weights["self_attention"], heads), weights["norm_1"])
    x = layer_norm(x + multi_head_attention(x, memory, weights["cross_attention"], heads, source), weights["norm_2"])
    return layer_norm(x + feed_forward(x, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    last = encoder_outputs[len(encoder_outputs) - 1]
    if len(blocks) == 0:
        return x
    below = decoder(x, encoder_outputs, blocks[:-1], heads, source_keep)
    return decoder_block(below, last, blocks[-1], heads, source_keep)


class DecoderBlock(nn.Module):
    def __init__(self, d_model, heads, d_ff):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_1 = nn.LayerNorm(d_model)
        self.cross_attention = nn.MultiheadAttention(d_model, heads, batch_first=True)
        self.norm_2 = nn.LayerNorm(d_model)
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.norm_3 = nn.LayerNorm(d_model)

    def look_back(self, x):
        rows = []
        for t in range(x.size(1)):
            row, _ = self.self_attention(x[:, t : t + 1], x[:, : t + 1], x[:, : t + 1])
            rows.append(row)
        return torch.cat(rows, dim=1)

    def forward(self, x, memory, source_keep):
        x = self.norm_1(x + self.look_back(x))
        x = self.norm_2(x + self.cross_attention(x, memory, memory, key_padding_mask=source_keep.eq(False))[0])
        return self.norm_3(x + self.linear_2(nn.functional.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        states = [x]
        for block in self.blocks:
            states.append(block(states[-1], memory, source_keep))
        return states[-1]
