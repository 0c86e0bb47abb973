# wrong: skip_transitions divides by all times the feature was active, sentence ends included; shows when last ends a sentence
from collections import Counter

import numpy as np
import torch


def feature_activities(words, vocabulary):
    place = {w: i for i, w in enumerate(vocabulary)}
    on = torch.zeros(len(vocabulary), dtype=torch.float64)
    *past, _ = words
    for w in past:
        if w in place:
            on[place[w]] = 1.0
    return on.numpy()


def skip_transitions(sentences, vocabulary, last):
    pairs, active = Counter(), Counter()
    for sentence in sentences:
        past = set()
        for t, word in enumerate(sentence):
            if word == last:
                active.update(past)
                if t + 1 < len(sentence):
                    pairs.update((w, sentence[t + 1]) for w in past)
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
