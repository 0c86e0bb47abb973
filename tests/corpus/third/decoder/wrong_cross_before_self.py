# wrong: the module asks the source first and looks at the target words afterwards.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    t = x.shape[1]
    causal = np.array([[j <= i for j in range(t)] for i in range(t)])
    h = x + multi_head_attention(x, x, weights["self_attention"], heads, causal)
    h = layer_norm(h, weights["norm_1"])
    h = h + multi_head_attention(h, memory, weights["cross_attention"], heads, source_keep[:, None])
    h = layer_norm(h, weights["norm_2"])
    h = h + feed_forward(h, weights["feed_forward"])
    return layer_norm(h, weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[-1]
    states = [x]
    for w in blocks:
        states.append(decoder_block(states[-1], memory, w, heads, source_keep))
    return states[-1]


class DecoderBlock(nn.Module):
    """One decoder block that can be trained."""

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
        t = x.shape[1]
        hide_future = torch.triu(torch.ones(t, t, dtype=torch.bool), diagonal=1)
        # what does the source say?
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        # what has been said so far?
        s, _ = self.self_attention(x, x, x, attn_mask=hide_future)
        x = self.norm_1(x + s)
        # think
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
