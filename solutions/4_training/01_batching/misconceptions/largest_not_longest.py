"""pad_to_one_length takes the largest list instead of the longest: max compares lists by their first ids.

Longer sentences are cut off. The maximum length is max(len(sentence) for sentence in sentences).
"""

import torch


def pad_to_one_length(sentences, pad):
    length = len(max(sentences))
    return torch.tensor([(sentence + [pad] * length)[:length] for sentence in sentences])
