# wrong: decoder pops the memory from the caller's list, so the second call reads an earlier encoder block, and Decoder holds one block n times.
import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(x, memory, weights, heads, source_keep):
    length = x.shape[1]
    may_see = np.zeros((length, length), dtype=bool)
    for i in range(length):
        may_see[i, : i + 1] = True
    after_self = layer_norm(
        x + multi_head_attention(x, x, weights["self_attention"], heads, may_see), weights["norm_1"]
    )
    after_cross = layer_norm(
        after_self
        + multi_head_attention(after_self, memory, weights["cross_attention"], heads, source_keep[:, None, :]),
        weights["norm_2"],
    )
    return layer_norm(after_cross + feed_forward(after_cross, weights["feed_forward"]), weights["norm_3"])


def decoder(x, encoder_outputs, blocks, heads, source_keep):
    memory = encoder_outputs.pop()
    for weights in blocks:
        x = decoder_block(x, memory, weights, heads, source_keep)
    return x


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
        length = x.shape[1]
        hide = torch.ones(length, length, dtype=torch.bool)
        for i in range(length):
            hide[i, : i + 1] = False
        after_self = self.norm_1(x + self.self_attention(x, x, x, attn_mask=hide)[0])
        answer, _ = self.cross_attention(after_self, memory, memory, key_padding_mask=~source_keep)
        after_cross = self.norm_2(after_self + answer)
        return self.norm_3(after_cross + self.linear_2(torch.relu(self.linear_1(after_cross))))


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        block = DecoderBlock(d_model, heads, d_ff)
        self.blocks = nn.ModuleList(block for _ in range(n_blocks))

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, memory, source_keep)
        return x
