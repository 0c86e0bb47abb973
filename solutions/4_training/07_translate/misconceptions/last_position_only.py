"""decode returns the logits of the last position only.

Training needs all of them: (batch, position, target_words). greedy and beam pick the last one themselves.
"""

from solution import Translator as Right


class Translator(Right):
    def decode(self, decoder_input, memory, source_keep):
        y = self.target_embedding(decoder_input) + self.positions[: decoder_input.shape[1]]
        return self.head(self.decoder(y, memory, source_keep))[:, -1]
