"""lookup takes columns of the table: it reads the table as (d_model, vocab_size).

Row v is the vector of word v. Index the first axis: embedding[ids].
"""


def lookup(ids, embedding):
    return embedding[:, ids]
