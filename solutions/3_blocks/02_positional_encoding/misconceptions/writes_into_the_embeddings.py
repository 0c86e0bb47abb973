"""add_positions changes the embeddings it was given.

`embeddings += ...` writes into the caller's array, and the next call adds the positions a second time. Write
`embeddings + ...`, which makes a new array.
"""


def add_positions(embeddings, table):
    embeddings += table[: embeddings.shape[-2]]
    return embeddings
