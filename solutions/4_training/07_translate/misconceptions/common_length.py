"""make_batch pads both sides to the longest sentence of either.

Each side has its own length: that of the longest source, and of the longest target.
"""

import torch
from provided import EOS, PAD, SOS


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for pair in pairs for words in pair)
        padded = [[SOS, *words, EOS] + [PAD] * (longest - len(words)) for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
