"""make_batch puts EOS after the padding.

The decoder would have to predict padding before it may end. EOS follows the last word; padding comes after it.
"""

import torch
from provided import EOS, PAD, SOS


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[SOS, *words] + [PAD] * (longest - len(words)) + [EOS] for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
