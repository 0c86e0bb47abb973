# wrong: the module hides the padding of the first source sentence in all sentences of the batch; shows when their padding differs.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    result = []
    for sentence, source, keep in zip(x, memory, source_keep):
        h, m = sentence[None], source[None]
        causal = np.tril(np.ones((len(sentence), len(sentence)), dtype=bool))
        h = layer_norm(h + multi_head_attention(h, h, weights["self_attention"], heads, causal), weights["norm_1"])
        c = multi_head_attention(h, m, weights["cross_attention"], heads, keep[None, None, :])
        h = layer_norm(h + c, weights["norm_2"])
        h = layer_norm(h + feed_forward(h, weights["feed_forward"]), weights["norm_3"])
        result.append(h[0])
    return np.stack(result)


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs[-1]
    h = x
    for number in range(len(blocks)):
        h = decoder_block(h, memory, blocks[number], heads, source_keep)
    return h


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
        target, source = x.shape[1], memory.shape[1]
        look_ahead = torch.triu(torch.ones(target, target, dtype=torch.bool), diagonal=1)
        padding = (~source_keep[0]).expand(target, source)  # attn_mask is (query, key)
        x = self.norm_1(x + self.self_attention(x, x, x, attn_mask=look_ahead)[0])
        x = self.norm_2(x + self.cross_attention(x, memory, memory, attn_mask=padding)[0])
        x = self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))
        return x


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([DecoderBlock(d_model, heads, d_ff) for _ in range(n_blocks)])

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
