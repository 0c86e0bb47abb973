# wrong: ranked reverses the ascending order, which reverses equal matches too
import numpy as np
import torch


def _f(x):
    return torch.tensor(np.array(x), dtype=torch.float64)


def stack_keys(word_lists, vocabulary):
    out = torch.zeros(len(word_lists), len(vocabulary))
    for row, words in zip(out, word_lists):
        row[[vocabulary.index(w) for w in words]] = 1
    return out.numpy()


def pull_masks(queries, keys):
    return torch.einsum("qw,wf->qf", _f(queries), _f(keys)).numpy()


def context_vector(mask, tokens):
    scores = torch.einsum("tw,w->t", _f(tokens), _f(mask))
    return scores.numpy(), torch.einsum("t,tw->w", scores, _f(tokens)).numpy()


def match(query, keys):
    return (torch.mv(_f(keys), _f(query)) / _f(query).sum().clamp(min=1)).numpy()


def ranked(matches):
    order = torch.argsort(_f(matches), stable=True)
    return order.flip(0).numpy()


def hard_lookup(query, keys, values):
    for key, value in zip(keys, values):
        if np.array_equal(key, query):
            return np.array(value)
    raise KeyError(tuple(query))


def soft_lookup(query, keys, values):
    m = _f(match(query, keys))
    w = m / m.sum() if m.sum() > 0 else m
    return w.numpy(), torch.einsum("k,kd->d", w, _f(values)).numpy()
