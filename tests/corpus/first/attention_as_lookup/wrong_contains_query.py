# wrong: hard_lookup takes the first key that has all words of the query; shows for keys with more words than the query
import numpy as np
import torch


def _t(array):
    return torch.as_tensor(np.array(array, dtype=float))


def stack_keys(word_lists, vocabulary):
    keys = torch.zeros(len(word_lists), len(vocabulary))
    for r, names in enumerate(word_lists):
        for name in set(names):
            keys[r, vocabulary.index(name)] += 1
    return keys.numpy()


def pull_masks(queries, keys):
    return torch.matmul(_t(queries), _t(keys)).numpy()


def context_vector(mask, tokens):
    x = _t(tokens)
    scores = (x * _t(mask)).sum(dim=1)
    context = (scores.unsqueeze(1) * x).sum(dim=0)
    return scores.numpy(), context.numpy()


def match(query, keys):
    q = _t(query)
    return torch.nan_to_num(torch.mv(_t(keys), q) / q.sum(), nan=0.0).numpy()


def ranked(matches):
    return torch.sort(_t(matches), descending=True, stable=True).indices.numpy()


def hard_lookup(query, keys, values):
    q = _t(query)
    shared = torch.mv(_t(keys), q)
    for number, count in enumerate(shared.tolist()):
        if count == float(q.sum()):
            return np.array(values[number])
    raise KeyError(list(query))


def soft_lookup(query, keys, values):
    m = torch.as_tensor(match(query, keys))
    if not m.any():
        return np.zeros(len(keys)), np.zeros(np.shape(values)[1])
    weights = torch.nn.functional.normalize(m, p=1, dim=0, eps=0.0)
    return weights.numpy(), torch.mv(_t(values).T, weights).numpy()
