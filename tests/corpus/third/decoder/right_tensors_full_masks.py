# right: tensors in the functions, masks (batch, query, key) for both attentions, in the module one for each head; nn.Sequential of copies of one block.
import copy
from functools import reduce

import numpy as np
import torch
from provided import feed_forward, layer_norm, multi_head_attention
from torch import nn

def decoder_block(
    x: np.ndarray, memory: np.ndarray, weights: dict, heads: int, source_keep: np.ndarray
) -> torch.Tensor:
    x, memory, source_keep = (torch.as_tensor(a) for a in (x, memory, source_keep))
    batch, target, _ = x.shape
    place = torch.arange(target)
    past = (place.unsqueeze(0) <= place.unsqueeze(1)).expand(batch, target, target)
    source = source_keep.unsqueeze(1).expand(batch, target, memory.shape[1])
    for number, part in enumerate(
        (
            lambda v: multi_head_attention(v, v, weights["self_attention"], heads, past),
            lambda v: multi_head_attention(v, memory, weights["cross_attention"], heads, source),
            lambda v: feed_forward(v, weights["feed_forward"]),
        ),
        start=1,
    ):
        x = layer_norm(torch.add(x, part(x)), weights[f"norm_{number}"])
    return x


def decoder(
    x: np.ndarray, encoder_outputs: list[np.ndarray], blocks: list[dict], heads: int, source_keep: np.ndarray
) -> torch.Tensor:
    final = encoder_outputs[len(encoder_outputs) - 1]
    return reduce(lambda h, weights: decoder_block(h, final, weights, heads, source_keep), blocks, torch.as_tensor(x))


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

    def _mask(self, keep, queries):
        """keep (batch or 1, query or 1, key) -> the library's (batch * heads, query, key), True means hide."""
        heads = self.cross_attention.num_heads
        return (~keep).expand(-1, queries, -1).repeat_interleave(heads, dim=0)

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        batch, target, _ = x.shape
        past = torch.ones(batch, target, target, dtype=torch.bool).tril()
        s = self.self_attention(x, x, x, attn_mask=self._mask(past, target))[0]
        h = self.norm_1(s + x)
        c = self.cross_attention(h, memory, memory, attn_mask=self._mask(source_keep[:, None], target))[0]
        h = self.norm_2(c + h)
        return self.norm_3(self.linear_2(self.linear_1(h).clamp(min=0)) + h)


class Decoder(nn.Module):
    def __init__(self, d_model: int, heads: int, d_ff: int, n_blocks: int) -> None:
        super().__init__()
        first = DecoderBlock(d_model, heads, d_ff)
        self.blocks = nn.Sequential(*(copy.deepcopy(first) for _ in range(n_blocks)))

    def forward(self, x: torch.Tensor, memory: torch.Tensor, source_keep: torch.Tensor) -> torch.Tensor:
        return reduce(lambda h, block: block(h, memory, source_keep), self.blocks, x)
