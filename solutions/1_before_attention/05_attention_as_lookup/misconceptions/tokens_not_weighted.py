"""All tokens are added up equally: the scores are computed but not used.

The context then is a bag of words. Multiply each token by its score before adding: scores @ tokens.
"""


def context_vector(mask, tokens):
    return tokens @ mask, tokens.sum(axis=0)
