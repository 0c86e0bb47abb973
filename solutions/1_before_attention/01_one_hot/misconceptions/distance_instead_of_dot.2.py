def similarity(a, b):
    return ((a[:, None] - b) ** 2).sum(axis=-1)
