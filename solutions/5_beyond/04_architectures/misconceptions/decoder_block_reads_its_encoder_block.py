"""Each decoder block reads the output of the encoder block with the same index.

Every decoder block reads the output of the *last* encoder block. Run the whole encoder first, then the decoder.
"""

import torch
from solution import Translator as Right


class Translator(Right):
    def forward(self, source, target):
        seen = (source != self.pad)[:, None, :]
        memory = self.embed(source)
        length = target.shape[1]
        x = self.embed(target)
        past = x.new_ones(length, length, dtype=torch.bool).tril()
        for encoder_block, decoder_block in zip(self.encoder_blocks, self.decoder_blocks, strict=True):
            memory = encoder_block(memory, seen)
            x = decoder_block(x, past, memory, seen)
        return self.head(x)
