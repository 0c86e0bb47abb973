"""make_batch pads first and adds SOS and EOS afterwards: EOS comes after the padding of the short sentences.

The decoder would learn to predict PAD after the last word. Special tokens first, padding last.
"""

from solution import pad_to_one_length
from torch.nn.functional import pad as extend


def make_batch(pairs, sos, eos, pad):
    def side(sentences):
        return extend(extend(pad_to_one_length(sentences, pad), (1, 0), value=sos), (0, 1), value=eos)

    return side([words for words, _ in pairs]), side([words for _, words in pairs])
