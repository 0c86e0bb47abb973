"""Nothing hides the padding of the source: forward makes a mask of ones.

Encoder and decoder then attend to padding, and a sentence gives different results in every batch. source_keep is
source != PAD.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, decoder_input):
        source_keep = torch.ones_like(source, dtype=torch.bool)
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)
