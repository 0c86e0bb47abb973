def hard_lookup(query, keys, values):
    for key, value in zip(keys, values, strict=True):
        if key @ query == query.sum():
            return value
    raise KeyError("no key equals the query")
