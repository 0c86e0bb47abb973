"""The additions of DecoderBlock all add x from the start of the block.

Each addition goes around one part only. It adds that part's input: the result of the add and norm
before it.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x_1 = self.norm_1(x + s)
        c, _ = self.cross_attention(x_1, memory, memory, key_padding_mask=~source_keep)
        x_2 = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x_2))))
