"""The cross-attention of DecoderBlock makes its query from the block's input.

The query must come from the output of the first add and norm, so that it depends on the target so far.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x_1 = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x_1 + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))
