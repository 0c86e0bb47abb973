# right: PyTorch in double precision, a stable torch.sort, results as numpy arrays.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def stack_keys(word_lists, vocabulary):
    keys = torch.zeros(len(word_lists), len(vocabulary), dtype=torch.int64)
    for r, words in enumerate(word_lists):
        ids = torch.tensor([vocabulary.index(w) for w in words], dtype=torch.long)
        keys[r].index_fill_(0, ids, 1)
    return keys.numpy()


def pull_masks(queries, keys):
    return torch.mm(_t(queries), _t(keys)).numpy()


def context_vector(mask, tokens):
    x = _t(tokens)
    scores = torch.mv(x, _t(mask))
    return scores.numpy(), torch.mv(x.T, scores).numpy()


def match(query, keys):
    q = _t(query)
    return (torch.mv(_t(keys), q) / q.sum().clamp(min=1)).numpy()


def ranked(matches):
    return torch.sort(_t(matches), stable=True, descending=True).indices.numpy()


def hard_lookup(query, keys, values):
    equal = torch.all(_t(keys) == _t(query), dim=1).tolist()
    if True not in equal:
        raise KeyError("no key equals the query")
    return values[equal.index(True)]


def soft_lookup(query, keys, values):
    m = torch.tensor(match(query, keys))
    total = m.sum()
    w = m / torch.where(total > 0, total, torch.ones_like(total))
    return w.numpy(), torch.mv(_t(values).T, w).numpy()
