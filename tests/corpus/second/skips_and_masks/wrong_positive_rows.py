# wrong: votes adds up the rows whose activity is above 0 and ignores its size; shows for activities other than 0 and 1
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
    features, following = [torch.zeros(0, V)], [torch.zeros(0, V)]
    eye = torch.eye(V)
    for sentence in sentences:
        past = torch.zeros(V)
        for word, after in zip(sentence, sentence[1:]):
            if word == last:
                features.append(past.clone()[None])
                following.append(eye[number[after]][None])
            past[number[word]] = 1
    counts = (torch.cat(features).T @ torch.cat(following)).double()
    total = counts.sum(dim=1, keepdim=True)
    return torch.where(total > 0, counts / total, 0.0).numpy()


def informative(transitions, least):
    return (torch.amax(torch.tensor(np.asarray(transitions)), dim=1) > least).numpy()


def masked_activities(activities, keep):
    return _double(activities).masked_fill(~torch.tensor(np.asarray(keep, dtype=bool)), 0).numpy()


def votes(activities, transitions):
    active = _double(activities) > 0
    return _double(transitions)[active].sum(dim=0).numpy()


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
