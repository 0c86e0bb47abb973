# right: PyTorch tensors in double precision, masked_fill for the mask, Python's int for the rows.
import numpy as np
import torch


def _t(array):
    return torch.tensor(np.array(array, dtype=np.float64))


def feature_activities(words, vocabulary):
    a = torch.zeros(len(vocabulary))
    for word in words[:-1]:
        a[vocabulary.index(word)] = 1
    return a.numpy()


def skip_transitions(sentences, vocabulary, last):
    V = len(vocabulary)
    counts = torch.zeros(V, V, dtype=torch.float64)
    for s in sentences:
        past = torch.zeros(V, dtype=torch.float64)
        for k in range(len(s) - 1):
            if s[k] == last:
                counts[:, vocabulary.index(s[k + 1])] += past
            past[vocabulary.index(s[k])] = 1
    return (counts / counts.sum(dim=1, keepdim=True).clamp(min=1)).numpy()


def informative(transitions, least):
    return (_t(transitions).amax(dim=1) > least).numpy()


def masked_activities(activities, keep):
    return _t(activities).masked_fill(~torch.tensor(np.array(keep, dtype=bool)), 0.0).numpy()


def votes(activities, transitions):
    return torch.mv(_t(transitions).T, _t(activities)).numpy()


def table_rows(vocabulary_size, order):
    return vocabulary_size**order
