# wrong: skip_transitions counts last as its own past and makes columns add up to 1; table_rows forbids repeated words
import numpy as np
import math


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    before = set(words[:-1])
    return np.array([float(word in before) for word in vocabulary])


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for t in range(len(sentence) - 1):
            if sentence[t] == last:
                n = vocabulary.index(sentence[t + 1])
                for word in set(sentence[: t + 1]):
                    counts[vocabulary.index(word), n] += 1
    total = counts.sum(axis=0)
    total[total == 0] = 1
    return counts / total


def informative(transitions: np.ndarray, least: float) -> np.ndarray:
    return transitions.max(axis=1) > least


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    return activities * keep


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    return activities @ transitions


def table_rows(vocabulary_size: int, order: int) -> int:
    return math.perm(vocabulary_size, order)
