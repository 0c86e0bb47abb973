# wrong: DecoderBlock.forward adds the x from the start of the block after the cross-attention instead of x_1
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention  # noqa: F401
from torch import nn


def decoder_block(x, memory, weights, heads, source_keep):
    n = x.shape[1]
    seen = np.array([[j <= i for j in range(n)] for i in range(n)])
    results = []
    for target, source, real in zip(x, memory, source_keep):
        target, source = target[None], source[real][None]
        h = layer_norm(target + multi_head_attention(target, target, weights["self_attention"], heads, seen), weights["norm_1"])
        all_of_it = np.full((n, source.shape[1]), True)
        h = layer_norm(h + multi_head_attention(h, source, weights["cross_attention"], heads, all_of_it), weights["norm_2"])
        results.append(layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"])[0])
    return np.stack(results)


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    if not blocks:
        return x
    h = decoder_block(x, encoder_outputs[-1], blocks[0], heads, source_keep)
    return decoder(h, encoder_outputs, blocks[1:], heads, source_keep)


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
        mask = torch.ones(n, n).triu(1).bool()
        a, _ = self.self_attention(x, x, x, attn_mask=mask)
        a = self.norm_1(x + a)
        c, _ = self.cross_attention(a, memory, memory, key_padding_mask=~source_keep)
        c = self.norm_2(x + c)
        f = self.linear_2(torch.relu(self.linear_1(c)))
        return self.norm_3(c + f)


class Decoder(nn.Module):
    def __init__(self, d_model, heads, d_ff, n_blocks):
        super().__init__()
        self.blocks = nn.Sequential(*[DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
