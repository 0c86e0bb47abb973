"""The scores are divided by their sum.

That belongs to the soft lookup. Here the mask decides by itself how much of a token goes into the context.
"""


def context_vector(mask, tokens):
    scores = tokens @ mask
    scores = scores / scores.sum()
    return scores, scores @ tokens * 1.0
