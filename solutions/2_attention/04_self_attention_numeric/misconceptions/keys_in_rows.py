"""The scores are transposed: keys in the rows and queries in the columns.

Row i belongs to query i, whose weights add up to 1. Q comes first: Q @ K.T.
"""


def attention_scores(Q, K):
    return K @ Q.T
