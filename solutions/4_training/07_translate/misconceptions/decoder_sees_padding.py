"""The decoder attends to the padding of the source.

The memory has a vector for each padding token as well. Pass source_keep to self.decoder as it is.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, torch.ones_like(source_keep)))
