"""The vocabulary holds letters: a loop over a string goes through its characters.

Split each sentence into words first, with split().
"""


def vocabulary(sentences):
    return list(dict.fromkeys(letter for sentence in sentences for letter in sentence.lower() if letter.strip()))
