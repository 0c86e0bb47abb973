"""Q and K are multiplied element by element.

That pairs each word with itself only, and adds nothing up. A score is a dot product, of every query with every
key: Q @ K.T.
"""


def attention_scores(Q, K):
    return Q * K
