# wrong: pull_masks gives the queries the type of the keys, so a blend of fractions that meets masks of whole numbers is cut to zeros.
import torch


def _pair(a, b):
    """Two tensors of one type, as torch wants them."""
    b = torch.tensor(b.tolist(), dtype=torch.int64 if b.dtype.kind in "iu" else torch.float64)
    a = torch.tensor(a.tolist()).to(b.dtype)
    return a, b


def _double(a):
    return torch.tensor(a.tolist(), dtype=torch.float64)


def stack_keys(word_lists, vocabulary):
    keys = torch.zeros(len(word_lists), len(vocabulary))
    for r, words in enumerate(word_lists):
        for word in words:
            keys[r, vocabulary.index(word)] = 1
    return keys.numpy()


def pull_masks(queries, keys):
    q, k = _pair(queries, keys)
    return (q @ k).numpy()


def context_vector(mask, tokens):
    x = _double(tokens)
    scores = x @ _double(mask)
    return scores.numpy(), (scores @ x).numpy()


def match(query, keys):
    q = _double(query)
    return (_double(keys) @ q / q.sum().clamp(min=1)).numpy()


def ranked(matches):
    return torch.sort(_double(matches), descending=True, stable=True).indices.numpy()


def hard_lookup(query, keys, values):
    same = (_double(keys) == _double(query)).all(dim=1)
    if not same.any():
        raise KeyError(tuple(query.tolist()))
    return values[int(same.nonzero()[0])]


def soft_lookup(query, keys, values):
    m = torch.from_numpy(match(query, keys))
    w = m / m.sum() if m.sum() > 0 else m
    return w.numpy(), (w @ _double(values)).numpy()
