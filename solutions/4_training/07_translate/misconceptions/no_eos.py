"""make_batch does not put EOS at the end of the sentences.

Without it the model never learns where a sentence ends, and decoding runs to the length limit. Each row is SOS, the
words, EOS, then padding.
"""

import torch
from provided import PAD, SOS


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[SOS, *words] + [PAD] * (longest - len(words)) for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
