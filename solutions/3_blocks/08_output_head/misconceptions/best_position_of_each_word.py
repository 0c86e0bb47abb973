"""most_likely_words picks the best position of each word, not the best word at each position.

Take the argmax over the last axis, the vocabulary: axis=-1.
"""


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in logits.argmax(axis=0)]
