"""A word with a capital letter is taken for another word.

"Show" at the start of a sentence and "show" in the middle are one word. Turn the sentence into lower case
before you cut it up.
"""


def vocabulary(sentences):
    return list(dict.fromkeys(word for sentence in sentences for word in sentence.split()))
