"""A word with a capital letter is treated as a different word.

"Show" at the start of a sentence and "show" in the middle are one word. Turn the sentence into lower case before you
split it.
"""


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.split()))
