"""most_likely_words starts its search at 0: a position with only negative logits gets the first word.

Start from the position's first logit, or from −∞. argmax does it right.
"""


def most_likely_words(logits, vocabulary):
    words = []
    for row in logits:
        best, largest = 0, 0.0
        for v, logit in enumerate(row):
            if logit > largest:
                best, largest = v, logit
        words.append(vocabulary[best])
    return words
