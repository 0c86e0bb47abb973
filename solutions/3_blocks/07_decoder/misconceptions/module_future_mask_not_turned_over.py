"""DecoderBlock passes PyTorch a mask that is True where a word may attend, and so hides the past.

In nn.MultiheadAttention True in attn_mask means hide: pass ~no_future. Otherwise the last word sees nothing,
and its output is NaN.
"""

import torch
from solution import DecoderBlock as Right


class DecoderBlock(Right):
    def forward(self, x, memory, source_keep):
        length = x.shape[1]
        no_future = torch.tril(x.new_ones(length, length, dtype=torch.bool))
        s, _ = self.self_attention(x, x, x, attn_mask=no_future)
        x = self.norm_1(x + s)
        c, _ = self.cross_attention(x, memory, memory, key_padding_mask=~source_keep)
        x = self.norm_2(x + c)
        m = self.linear_2(torch.relu(self.linear_1(x)))
        return self.norm_3(x + m)
