"""DecoderBlock does not hide the padding of each source sentence.

The sentences of a batch differ in length, so cutting all of them alike, or hiding the same positions in all of them,
leaves padding visible. Hide it with key_padding_mask=~source_keep.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        s, _ = self.self_attention(x, x, x, attn_mask=future)
        x = self.norm_1(x + s)
        memory = memory[:, : int(source_keep.sum(1).max())]
        c, _ = self.cross_attention(x, memory, memory)
        x = self.norm_2(x + c)
        return self.norm_3(x + self.linear_2(torch.relu(self.linear_1(x))))
