"""The padding is put in front of the short sentences.

Their words are then at other positions than in a batch of their own, and the decoder's first queries see only
padding. Pad at the end.
"""

import torch


def pad_to_one_length(sentences, pad):
    length = max(map(len, sentences))
    return torch.tensor([[pad] * (length - len(sentence)) + sentence for sentence in sentences])
