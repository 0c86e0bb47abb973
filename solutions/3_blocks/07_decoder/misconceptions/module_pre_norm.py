"""DecoderBlock normalises the input of each part, not the sums: that is pre-norm.

Here the block is as in the paper, post-norm: each norm gets the sum of a part's input and output.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        n = self.norm_1(x)
        s, _ = self.self_attention(n, n, n, attn_mask=future)
        x = x + s
        c, _ = self.cross_attention(self.norm_2(x), memory, memory, key_padding_mask=~source_keep)
        x = x + c
        return x + self.linear_2(torch.relu(self.linear_1(self.norm_3(x))))
