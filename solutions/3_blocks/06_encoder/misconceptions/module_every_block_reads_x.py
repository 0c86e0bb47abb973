"""In Encoder every block reads the embeddings, so that only the last block counts.

Assign the result to the variable that the next iteration reads: x = block(x, keep).
"""

from solution import Encoder as Right


class Encoder(Right):
    def forward(self, x, keep):
        for block in self.blocks:
            out = block(x, keep)
        return out
