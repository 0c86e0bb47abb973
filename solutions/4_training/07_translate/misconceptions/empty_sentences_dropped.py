"""make_batch leaves out pairs with an empty sentence.

An empty sentence is SOS and EOS. A batch has a row for every pair.
"""

import torch
from provided import EOS, PAD, SOS


def make_batch(pairs, device="cpu"):
    pairs = [(source, target) for source, target in pairs if source and target]

    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[SOS, *words, EOS] + [PAD] * (longest - len(words)) for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
