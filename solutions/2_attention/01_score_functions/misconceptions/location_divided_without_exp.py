"""The scores are divided by their sum, without exp.

Scores may be negative, and so would be the weights. Take exp first, then divide each row by its sum.
"""


def location(s, W_a):
    scores = s @ W_a
    return scores / scores.sum(axis=1, keepdims=True)
