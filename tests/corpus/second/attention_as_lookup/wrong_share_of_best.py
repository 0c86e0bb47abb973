# wrong: match divides by the best key's count instead of the query's words; shows when no key has all words of the query
import numpy as np
import torch


def _t(x):
    return torch.tensor(np.asarray(x), dtype=torch.float64)


def stack_keys(word_lists, vocabulary):
    place = {word: n for n, word in enumerate(vocabulary)}
    keys = torch.zeros(len(word_lists), len(vocabulary))
    for row, words in zip(keys, word_lists):
        row.scatter_(0, torch.tensor([place[word] for word in words], dtype=torch.long), 1.0)
    return keys.numpy()


def pull_masks(queries, keys):
    return torch.einsum("qw,wf->qf", _t(queries), _t(keys)).numpy()


def context_vector(mask, tokens):
    x = _t(tokens)
    scores = torch.mv(x, _t(mask))
    return scores.numpy(), (scores[:, None] * x).sum(dim=0).numpy()


def match(query, keys):
    shared = _t(keys) @ _t(query)
    if len(shared) == 0 or shared.max() == 0:
        return np.zeros(len(keys))
    return (shared / shared.max()).numpy()


def ranked(matches):
    return torch.sort(_t(matches), descending=True, stable=True).indices.numpy()


def hard_lookup(query, keys, values):
    different = (_t(keys) - _t(query)).abs().sum(dim=1)
    for j, d in enumerate(different.tolist()):
        if d == 0:
            return values[j].copy()
    raise KeyError


def soft_lookup(query, keys, values):
    weights = torch.nn.functional.normalize(_t(match(query, keys)), p=1, dim=0)
    return weights.numpy(), torch.mv(_t(values).T, weights).numpy()
