"""EncoderBlock hides in every sentence what is padding in the first one.

keep has a row for each sentence. Hand all of it to key_padding_mask, turned over: ~keep.
"""

import torch
from solution import EncoderBlock as Right


class EncoderBlock(Right):
    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=(~keep)[:1].expand_as(keep))
        x = self.norm_1(x + z)
        return self.norm_2(x + self.linear_2(torch.relu(self.linear_1(x))))
