"""trim drops the id 0, as if it were padding.

0 may be a word, and padding comes only after EOS: cut the sentence there, and keep everything before.
"""


def trim(ids, eos):
    found = []
    for row in ids.tolist():
        end = row.index(eos) if eos in row else len(row)
        found.append([token for token in row[:end] if token != 0])
    return found
