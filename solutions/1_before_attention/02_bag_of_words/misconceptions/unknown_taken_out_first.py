"""Unknown words are taken out before the pairs are made, so that their neighbours become a pair.

Those two were never neighbours. Make the pairs first, then leave out those with an unknown word.
"""

from solution import bigram_counts as right


def bigram_counts(documents, vocabulary):
    known = [" ".join(word for word in document.split() if word in vocabulary) for document in documents]
    return right(known, vocabulary)
