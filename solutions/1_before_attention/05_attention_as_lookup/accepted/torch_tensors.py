"""torch: scatter, matmul, sort, normalize."""

import torch


def tensor(array):
    return torch.as_tensor(array, dtype=torch.float64)


def stack_keys(word_lists, vocabulary):
    keys = torch.zeros(len(word_lists), len(vocabulary))
    for row, words in enumerate(word_lists):
        keys[row].scatter_(0, torch.tensor([vocabulary.index(word) for word in words], dtype=torch.long), 1.0)
    return keys


def pull_masks(queries, keys):
    return torch.matmul(tensor(queries), tensor(keys))


def context_vector(mask, tokens):
    scores = torch.mv(tensor(tokens), tensor(mask))
    return scores, torch.mv(tensor(tokens).T, scores)


def match(query, keys):
    return tensor(keys) @ torch.nn.functional.normalize(tensor(query), p=1, dim=0)


def ranked(matches):
    return torch.sort(tensor(matches), descending=True, stable=True).indices


def hard_lookup(query, keys, values):
    for number in torch.nonzero((tensor(keys) == tensor(query)).all(dim=1)).flatten():
        return tensor(values)[number]
    raise KeyError("no key equals the query")


def soft_lookup(query, keys, values):
    weights = torch.nn.functional.normalize(match(query, keys), p=1, dim=0)
    return weights, weights @ tensor(values)
