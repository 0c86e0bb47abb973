"""EncoderBlock gives the right result, but adds into the tensor it was given.

x += z works in the caller's own memory, and autograd refuses it for a leaf. Write x = x + z.
"""

import torch
from solution import EncoderBlock as Right


class EncoderBlock(Right):
    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        x += z
        x = self.norm_1(x)
        return self.norm_2(x + self.linear_2(torch.relu(self.linear_1(x))))
