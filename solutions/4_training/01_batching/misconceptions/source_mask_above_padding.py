"""The source mask is True only for ids above pad.

The padding can have any id, and every other id is real: source != pad.
"""


def source_mask(source, pad):
    return source > pad
