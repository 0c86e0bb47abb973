# wrong: feature_activities keeps the word numbers in a cache by vocabulary size; shows for another vocabulary of the same length
from collections import Counter

import numpy as np
import torch


_PLACES = {}


def feature_activities(words, vocabulary):
    size = len(vocabulary)
    if size not in _PLACES:
        _PLACES[size] = {w: i for i, w in enumerate(vocabulary)}
    place = _PLACES[size]
    on = np.zeros(size)
    for w in words[:-1]:
        if w in place:
            on[place[w]] = 1.0
    return on


def skip_transitions(sentences, vocabulary, last):
    pairs, active = Counter(), Counter()
    for sentence in sentences:
        past = set()
        for word, following in zip(sentence[:-1], sentence[1:]):
            if word == last:
                active.update(past)
                pairs.update((w, following) for w in past)
            past.add(word)
    return np.array([[pairs[w, n] / active[w] if active[w] else 0.0 for n in vocabulary] for w in vocabulary])


def informative(transitions, least):
    t = torch.as_tensor(np.array(transitions, dtype=float))
    return t.gt(least).any(dim=1).numpy()


def masked_activities(activities, keep):
    a = torch.as_tensor(np.array(activities, dtype=float))
    return a.masked_fill(~torch.as_tensor(np.array(keep, dtype=bool)), 0.0).numpy()


def votes(activities, transitions):
    a = torch.as_tensor(np.array(activities, dtype=float))
    t = torch.as_tensor(np.array(transitions, dtype=float))
    return torch.mv(t.T, a).numpy()


def table_rows(vocabulary_size, order):
    base, result = int(vocabulary_size), 1
    while order:
        if order % 2:
            result *= base
        base *= base
        order //= 2
    return result
