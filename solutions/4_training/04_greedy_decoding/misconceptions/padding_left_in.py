"""trim only removes EOS, and leaves the padding after it.

The sentence ends at its EOS: cut there.
"""


def trim(ids, eos):
    return [[token for token in row if token != eos] for row in ids.tolist()]
