# wrong: DecoderBlock.forward runs the cross-attention before the masked self-attention, for every input
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn
from torch.nn import functional as F


def frame(x, part, norm):
    return layer_norm(x + part(x), norm)


def decoder_block(x, memory, weights, heads, source_keep):
    x, memory = torch.as_tensor(x), torch.as_tensor(memory)
    place = torch.arange(x.shape[1])
    back = place[None, :, None] >= place[None, None, :]
    real = torch.as_tensor(source_keep).unsqueeze(1).expand(-1, x.shape[1], -1)
    h = frame(x, lambda t: multi_head_attention(t, t, weights["self_attention"], heads, back), weights["norm_1"])
    h = frame(h, lambda t: multi_head_attention(t, memory, weights["cross_attention"], heads, real), weights["norm_2"])
    return frame(h, lambda t: feed_forward(t, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    last = encoder_outputs[len(encoder_outputs) - 1]
    states = [torch.as_tensor(x)]
    for i in range(len(blocks)):
        states.append(decoder_block(states[i], last, blocks[i], heads, source_keep))
    return states[-1]


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
        future = torch.triu(torch.ones(n, n), diagonal=1) == 1
        c = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)[0]
        x = self.norm_1(x + c)
        s = self.self_attention(x, x, x, attn_mask=future)[0]
        x = self.norm_2(x + s)
        return self.norm_3(x + self.linear_2(F.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.ModuleList()
        while len(self.blocks) < n_blocks:
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        h = x
        for i, _ in enumerate(self.blocks):
            h = self.blocks[i](h, memory, source_keep)
        return h
