"""The vocabulary holds a word as often as it is said.

Each word needs one number, so it may stand in the list only once. Append a word only if it is not there yet.
"""


def vocabulary(sentences):
    return [word for sentence in sentences for word in sentence.lower().split()]
