"""make_batch puts the padding in front of the sentences.

Then the first word of a short sentence has another position in every batch. Pad at the end.
"""

import torch
from provided import EOS, PAD, SOS


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[PAD] * (longest - len(words)) + [SOS, *words, EOS] for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
