"""trim drops the last word of a sentence that has no EOS.

Such a sentence was cut by the limit, and its last token is a word.
"""


def trim(ids, eos):
    found = []
    for row in ids.tolist():
        end = row.index(eos) if eos in row else -1
        found.append(row[:end])
    return found
