# right: no look-ahead mask at all: the word at place t asks alone, with the words up to t as its memory; sources are cut to their real words.
import numpy as np
import torch
import torch.nn.functional as F
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def _see_all(queries, keys):
    return np.ones((1, queries, keys), dtype=bool)


def _word(prefix, source, w, heads):
    """prefix: (1, t + 1, d_model), source: (1, real, d_model) -> the block's output for the last word of the prefix."""
    word = prefix[:, -1:]
    s = multi_head_attention(word, prefix, w["self_attention"], heads, _see_all(1, prefix.shape[1]))
    word = layer_norm(word + s, w["norm_1"])
    c = multi_head_attention(word, source, w["cross_attention"], heads, _see_all(1, source.shape[1]))
    word = layer_norm(word + c, w["norm_2"])
    return layer_norm(word + feed_forward(word, w["feed_forward"]), w["norm_3"])


def decoder_block(x, memory, weights, heads, source_keep):
    out = np.empty(x.shape)
    for b in range(len(x)):
        source = memory[b : b + 1, source_keep[b]]
        for t in range(x.shape[1]):
            out[b, t] = _word(x[b : b + 1, : t + 1], source, weights, heads)[0, 0]
    return out


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    *_, memory = encoder_outputs
    if len(blocks) == 0:
        return x
    below = decoder(x, encoder_outputs, blocks[:-1], heads, source_keep)
    return decoder_block(below, memory, blocks[-1], heads, source_keep)


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
        hide = source_keep.logical_not()
        places = []
        for t in range(x.shape[1]):
            word, prefix = x[:, t : t + 1], x[:, : t + 1]
            word = self.norm_1(word + self.self_attention(word, prefix, prefix, need_weights=False)[0])
            heard = self.cross_attention(word, memory, memory, key_padding_mask=hide, need_weights=False)[0]
            word = self.norm_2(word + heard)
            places.append(self.norm_3(word + self.linear_2(F.relu(self.linear_1(word)))))
        return torch.cat(places, dim=1)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList()
        for _ in range(n_blocks):
            self.blocks.append(DecoderBlock(d_model, heads, d_ff))

    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
