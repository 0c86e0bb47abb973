"""trim keeps all of a sentence that starts with EOS.

There EOS is at position 0, which is not the same as no EOS. Such a sentence has no words.
"""


def trim(ids, eos):
    found = []
    for row in ids.tolist():
        end = row.index(eos) if eos in row else 0
        found.append(row[:end] if end else row)
    return found
