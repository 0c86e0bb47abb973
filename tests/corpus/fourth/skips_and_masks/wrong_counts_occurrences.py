# wrong: in learning a word that came twice before `last` gives two counts.
import numpy as np


def feature_activities(words, vocabulary):
    return np.isin(vocabulary, words[:-1]).astype(float) if len(words) > 1 else np.zeros(len(vocabulary))


def skip_transitions(sentences, vocabulary, last):
    index = {w: i for i, w in enumerate(vocabulary)}
    counts = np.zeros((len(index), len(index)))
    for words in sentences:
        for t in range(1, len(words) - 1):
            if words[t] == last:
                for earlier in words[:t]:
                    counts[index[earlier], index[words[t + 1]]] += 1
    total = counts.sum(axis=1, keepdims=True)
    total[total == 0] = 1
    return counts / total


def informative(transitions, least):
    return np.max(transitions, axis=1) > least


def masked_activities(activities, keep):
    return np.asarray(activities) * np.asarray(keep)


def votes(activities, transitions):
    return np.asarray(activities) @ np.asarray(transitions)


def table_rows(vocabulary_size, order):
    return int(vocabulary_size) ** int(order)
