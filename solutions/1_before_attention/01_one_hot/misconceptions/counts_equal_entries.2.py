def similarity(a, b):
    return (a[:, None] == b).mean(axis=-1)
