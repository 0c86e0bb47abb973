"""Lists, a dict and loops; no matrix product anywhere."""


def stack_keys(word_lists, vocabulary):
    return [[1 if word in words else 0 for word in vocabulary] for words in word_lists]


def dot(one, other):
    return sum(float(a) * float(b) for a, b in zip(one, other, strict=True))


def pull_masks(queries, keys):
    return [[dot(query, [row[feature] for row in keys]) for feature in range(len(keys[0]))] for query in queries]


def context_vector(mask, tokens):
    scores = [dot(token, mask) for token in tokens]
    return scores, [dot(scores, [token[word] for token in tokens]) for word in range(len(mask))]


def match(query, keys):
    asked = [place for place, there in enumerate(query) if there]
    return [sum(1 for place in asked if key[place]) / len(asked) if asked else 0.0 for key in keys]


def ranked(matches):
    return sorted(range(len(matches)), key=lambda number: -matches[number])


def hard_lookup(query, keys, values):
    table = {tuple(key): list(value) for key, value in zip(keys, values, strict=True)}
    return table[tuple(query)]


def soft_lookup(query, keys, values):
    matches = match(query, keys)
    weights = [one / (sum(matches) or 1.0) for one in matches]
    return weights, [dot(weights, [value[place] for value in values]) for place in range(len(values[0]))]
