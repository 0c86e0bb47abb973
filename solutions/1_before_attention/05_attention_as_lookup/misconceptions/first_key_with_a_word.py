"""The hard lookup takes the first key that has any word of the query.

A hash table accepts only an equal key. Compare all entries: (keys == query).all(axis=1).
"""


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values, strict=True):
        if key @ query > 0:
            return value
    raise KeyError("no key equals the query")
