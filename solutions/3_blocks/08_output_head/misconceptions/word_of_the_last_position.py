"""most_likely_words returns the word of the last position only.

That is the next word when a sentence is being generated. Here each position has its own: one word per position.
"""


def most_likely_words(logits, vocabulary):
    return [vocabulary[logits[-1].argmax()]]
