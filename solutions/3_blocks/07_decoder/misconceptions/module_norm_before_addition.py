"""DecoderBlock normalises first and adds afterwards: x + norm(part).

Add, then norm: each norm gets the sum of a part's input and output.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x = x + self.norm_1(s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = x + self.norm_2(c)
        return x + self.norm_3(self.linear_2(torch.relu(self.linear_1(x))))
