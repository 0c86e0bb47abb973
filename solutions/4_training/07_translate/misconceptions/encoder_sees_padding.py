"""The encoder attends to the padding of the source.

A sentence then gets a different memory in every batch. Pass source_keep to self.encoder as it is.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def encode(self, source, source_keep):
        x = self.source_embedding(source) + self.positions[: source.shape[1]]
        return self.encoder(x, torch.ones_like(source_keep))
