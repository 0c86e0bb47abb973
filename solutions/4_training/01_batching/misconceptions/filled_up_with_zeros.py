"""The short sentences are padded with 0, not with pad.

0 can be the id of a word, or of SOS. Start from torch.full((batch, length), pad) instead of torch.zeros.
"""

import torch


def pad_to_one_length(sentences, pad):
    ids = torch.zeros(len(sentences), max(map(len, sentences)), dtype=torch.long)
    for row, sentence in enumerate(sentences):
        ids[row, : len(sentence)] = torch.tensor(sentence)
    return ids
