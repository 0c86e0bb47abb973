"""The long sentences are cut off, to the length of the shortest.

No word may be lost: pad the short ones up to max(len(sentence) for sentence in sentences).
"""

import torch


def pad_to_one_length(sentences, pad):
    length = min(map(len, sentences))
    return torch.tensor([sentence[:length] for sentence in sentences])
