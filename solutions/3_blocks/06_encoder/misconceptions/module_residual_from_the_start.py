"""The second addition of EncoderBlock takes x from the start of the block.

Each addition goes around one part only: the feed-forward part's output is added to that part's
input, the result of the first add and norm.
"""

import torch
from solution import EncoderBlock as Right


class EncoderBlock(Right):
    def forward(self, x, keep):
        z, _ = self.attention(x, x, x, key_padding_mask=~keep)
        h = self.norm_1(x + z)
        return self.norm_2(x + self.linear_2(torch.relu(self.linear_1(h))))
