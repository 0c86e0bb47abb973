"""The hard lookup takes a key whose words are all in the query, though the query has more.

A hash table accepts only an equal key. Compare all entries: (keys == query).all(axis=1).
"""


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values, strict=True):
        if key @ query == key.sum():
            return value
    raise KeyError("no key equals the query")
