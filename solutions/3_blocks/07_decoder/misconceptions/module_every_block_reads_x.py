"""In Decoder every block reads the target's embeddings, so that only the last block counts.

Assign the result to the variable that the next iteration reads: x = block(x, memory, source_keep).
"""

from solution import Decoder as Right


class Decoder(Right):
    def forward(self, x, memory, source_keep):
        for block in self.blocks:
            out = block(x, memory, source_keep)
        return out
