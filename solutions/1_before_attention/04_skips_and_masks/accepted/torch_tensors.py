"""torch tensors, index_put_ and matmul; a Counter for the learning."""

from collections import Counter
from itertools import pairwise

import torch


def feature_activities(words, vocabulary):
    active = torch.zeros(len(vocabulary))
    for word in words[:-1]:
        active[vocabulary.index(word)] = 1.0
    return active


def skip_transitions(sentences, vocabulary, last):
    seen = Counter()
    for sentence in sentences:
        for place, (word, following) in enumerate(pairwise(sentence)):
            if word == last:
                seen.update((earlier, following) for earlier in dict.fromkeys(sentence[:place]))
    table = torch.zeros(len(vocabulary), len(vocabulary))
    for (earlier, following), count in seen.items():
        table[vocabulary.index(earlier), vocabulary.index(following)] = count
    return torch.nn.functional.normalize(table, p=1.0, dim=1)


def informative(transitions, threshold):
    return torch.as_tensor(transitions).amax(dim=1).gt(threshold)


def masked_activities(activities, keep):
    return torch.as_tensor(activities).masked_fill(~torch.as_tensor(keep), 0.0)


def votes(activities, transitions):
    transitions = torch.as_tensor(transitions)
    return torch.as_tensor(activities, dtype=transitions.dtype) @ transitions


def table_rows(vocabulary_size, order):
    return 1 if order == 0 else vocabulary_size * table_rows(vocabulary_size, order - 1)
