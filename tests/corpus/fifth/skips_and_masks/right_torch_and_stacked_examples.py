# right: PyTorch doubles: all training places are stacked to two matrices, the counts are one product.
import math

import numpy as np
import torch


def _active(past, vocabulary):
    return [float(word in past) for word in vocabulary]


def feature_activities(words, vocabulary):
    return np.array(_active(words[:-1], vocabulary))


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    features, targets = [], []
    for sentence in sentences:
        for t, word in enumerate(sentence[:-1]):
            if word == last:
                features.append(_active(sentence[:t], vocabulary))
                targets.append(_active([sentence[t + 1]], vocabulary))
    A = torch.tensor(features, dtype=torch.float64).reshape(-1, V)
    N = torch.tensor(targets, dtype=torch.float64).reshape(-1, V)
    counts = A.T @ N
    return (counts / counts.sum(dim=1, keepdim=True).clamp(min=1)).numpy()


def informative(transitions, least):
    return np.amax(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.where(keep, activities, np.zeros_like(activities))


def votes(activities, transitions):
    a = torch.from_numpy(np.array(activities, dtype=np.float64))
    T = torch.from_numpy(np.array(transitions, dtype=np.float64))
    return torch.einsum("w,wn->n", a, T).numpy()


def table_rows(vocabulary_size, order):
    return math.prod([int(vocabulary_size)] * int(order))
