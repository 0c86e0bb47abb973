"""decode returns probabilities: exp of what the head returns.

The loss takes logits and applies the softmax itself. Return what self.head gives.
"""

from solution import Translator as Right


class Translator(Right):
    def decode(self, decoder_input, memory, source_keep):
        return super().decode(decoder_input, memory, source_keep).exp()
