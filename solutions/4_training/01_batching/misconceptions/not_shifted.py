"""The labels are not shifted: at each position the decoder must predict the token that it has just read.

It learns to copy its input, with a tiny loss, and decodes nonsense. The label at position t is the token that comes
after the input at position t: target[:, 1:] beside target[:, :-1].
"""


def shift_right(target):
    return target[:, :-1], target[:, :-1]
