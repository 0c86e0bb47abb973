"""The encoder of Translator looks at padding: no src_key_padding_mask.

A sentence then means something else in every batch. Hand ~source_keep to the encoder's blocks, too.
"""

from solution import Translator as Right


class Translator(Right):
    def encode(self, source):
        x = self.source_embedding(source) + self._places(source)
        for block in self.encoder_blocks:
            x = block(x)
        return x
