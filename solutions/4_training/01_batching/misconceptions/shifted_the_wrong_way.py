"""The shift goes the wrong way: the labels start with SOS, and the decoder must predict the token before.

It is the input that starts with SOS. The labels are one token ahead of it and end with EOS: target[:, :-1] is the
input, target[:, 1:] the labels.
"""


def shift_right(target):
    return target[:, 1:], target[:, :-1]
