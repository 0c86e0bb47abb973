"""DecoderBlock detaches the memory: the encoder gets no gradient.

The encoder learns only through the cross-attention. Use memory itself, not memory.detach() or
memory.data.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        length = x.shape[1]
        no_future = torch.tril(x.new_ones(length, length, dtype=torch.bool))
        s, _ = self.self_attention(x, x, x, attn_mask=~no_future)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory.detach(), memory.detach(), key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_3(x + m)
