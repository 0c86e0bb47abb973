# wrong: skip_transitions looks at words[p - 1] from p = 0; if `last` ends a sentence, the first word counts as its follower
import numpy as np


def feature_activities(words, vocabulary):
    result = []
    for word in vocabulary:
        active = 0
        for earlier in words[:-1]:
            if earlier == word:
                active = 1
        result.append(active)
    return np.array(result)


def skip_transitions(sentences, vocabulary, last):
    number = {word: n for n, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for words in sentences:
        for p in range(len(words)):
            if words[p - 1] == last:
                for word in set(words[:p - 1]):
                    counts[number[word], number[words[p]]] += 1
    for row in counts:
        if row.sum() > 0:
            row /= row.sum()
    return counts


def informative(transitions, least):
    return np.array([max(row) > least for row in transitions], dtype=bool)


def masked_activities(activities, keep):
    return np.array([a if k else 0 for a, k in zip(activities, keep)])


def votes(activities, transitions):
    total = np.zeros(transitions.shape[1])
    for w in range(len(activities)):
        total = total + activities[w] * transitions[w]
    return total


def table_rows(vocabulary_size, order):
    rows = 1
    for _ in range(order):
        rows *= int(vocabulary_size)
    return rows
