# wrong: skip_transitions gives one count for every earlier occurrence, so a word said twice before last counts twice.
from collections import defaultdict

import numpy as np


def feature_activities(words, vocabulary):
    past = words[:-1]
    return np.array([1 if v in past else 0 for v in vocabulary])


def skip_transitions(sentences, vocabulary, last):
    seen = defaultdict(int)
    total = defaultdict(int)
    for words in sentences:
        for k, word in enumerate(words):
            if word != last or k + 1 == len(words):
                continue
            for earlier in words[:k]:
                seen[earlier, words[k + 1]] += 1
                total[earlier] += 1
    shares = np.zeros((len(vocabulary), len(vocabulary)))
    for (w, n), times in seen.items():
        shares[vocabulary.index(w), vocabulary.index(n)] = times / total[w]
    return shares


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions])


def masked_activities(activities, keep):
    return np.where(keep, activities, 0)


def votes(activities, transitions):
    result = 0
    for activity, row in zip(activities, transitions):
        result = result + activity * row
    return result


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= vocabulary_size
    return rows
