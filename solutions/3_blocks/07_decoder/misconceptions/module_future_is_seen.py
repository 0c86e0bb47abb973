"""The self-attention of DecoderBlock sees the words that come later.

Give it a mask: attn_mask, bool (query, key), True above the diagonal, because in PyTorch True means
hide.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        s, _ = self.self_attention(x, x, x)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_3(x + m)
