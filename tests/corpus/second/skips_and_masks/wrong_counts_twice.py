# wrong: skip_transitions counts a feature as often as its word came before; shows for words said twice before `last`
import math

import numpy as np
import torch


def _double(x):
    return torch.tensor(np.asarray(x), dtype=torch.float64)


def feature_activities(words, vocabulary):
    past = set(words[:len(words) - 1])
    return torch.tensor([word in past for word in vocabulary]).int().numpy()


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    number = {word: n for n, word in enumerate(vocabulary)}
    counts = torch.zeros(V, V, dtype=torch.float64)
    for sentence in sentences:
        ids = torch.tensor([number[word] for word in sentence], dtype=torch.long)
        for p in range(len(sentence) - 1):
            if sentence[p] == last:
                counts[:, ids[p + 1]] += torch.bincount(ids[:p], minlength=V)
    return (counts / counts.sum(dim=1, keepdim=True).clamp(min=1)).numpy()


def informative(transitions, least):
    return (torch.amax(torch.tensor(np.asarray(transitions)), dim=1) > least).numpy()


def masked_activities(activities, keep):
    return _double(activities).masked_fill(~torch.tensor(np.asarray(keep, dtype=bool)), 0).numpy()


def votes(activities, transitions):
    return torch.einsum("w,wn->n", _double(activities), _double(transitions)).numpy()


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
