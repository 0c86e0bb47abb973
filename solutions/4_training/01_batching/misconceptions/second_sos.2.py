import torch


def shift_right(target):
    decoder_input = torch.cat([target[:, :1], target[:, :-1]], dim=1)
    return decoder_input, target
