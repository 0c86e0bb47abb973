"""EncoderBlock uses its first norm for both norms.

Each norm has its own gamma and beta: the second addition goes through self.norm_2.
"""

import torch
from solution import EncoderBlock as Right


class EncoderBlock(Right):
    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        x = self.norm_1(x + z)
        return self.norm_1(x + self.linear_2(torch.relu(self.linear_1(x))))
