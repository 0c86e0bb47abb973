"""The context is the sum of the tokens times the mask, element by element.

With one-hot tokens that is the same. In general a whole token is added, weighted by its score: scores @ tokens.
"""


def context_vector(mask, tokens):
    return tokens @ mask, mask * tokens.sum(axis=0)
