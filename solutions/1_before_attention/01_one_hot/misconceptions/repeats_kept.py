"""The vocabulary holds a word as often as it occurs.

Each word needs one id, so it may be in the list only once. Append a word only if it is not there yet.
"""


def vocabulary(sentences):
    return [word for sentence in sentences for word in sentence.lower().split()]
