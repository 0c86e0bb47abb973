"""EncoderBlock does not normalise after the second addition.

There are two norms, one after each addition: pass x + m to self.norm_2.
"""

import torch
from solution import EncoderBlock as Right


class EncoderBlock(Right):
    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        x = self.norm_1(x + z)
        return x + self.linear_2(torch.relu(self.linear_1(x)))
