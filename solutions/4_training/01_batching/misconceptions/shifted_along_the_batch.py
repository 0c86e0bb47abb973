"""shift_right cuts off a sentence, not a column: the labels of a sentence are those of its neighbour.

The first axis is the batch. Positions are the second axis: target[:, :-1] and target[:, 1:].
"""


def shift_right(target):
    return target[:-1], target[1:]
