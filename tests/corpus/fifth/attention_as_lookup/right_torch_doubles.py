# right: PyTorch tensors in double precision, lexsort with the number as second key.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def stack_keys(word_lists, vocabulary):
    K = torch.zeros(len(word_lists), len(vocabulary), dtype=torch.float64)
    for j, words in enumerate(word_lists):
        for word in words:
            K[j, vocabulary.index(word)] = 1
    return K.numpy()


def pull_masks(queries, keys):
    return torch.einsum("qw,wf->qf", _t(queries), _t(keys)).numpy()


def context_vector(mask, tokens):
    mask, tokens = _t(mask), _t(tokens)
    scores = torch.mv(tokens, mask)
    return scores.numpy(), torch.mv(tokens.T, scores).numpy()


def match(query, keys):
    query, keys = _t(query), _t(keys)
    return (torch.mv(keys, query) / query.sum().clamp(min=1)).numpy()


def ranked(matches):
    matches = np.array(matches, dtype=np.float64)
    return np.lexsort((np.arange(len(matches)), -matches))


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values):
        if np.array_equal(key, query):
            return np.array(value)
    raise KeyError(tuple(query))


def soft_lookup(query, keys, values):
    weights = _t(match(query, keys))
    total = weights.sum()
    if total > 0:
        weights = weights / total
    return weights.numpy(), torch.mv(_t(values).T, weights).numpy()
