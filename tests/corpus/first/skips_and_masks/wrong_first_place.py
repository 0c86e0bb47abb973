# wrong: skip_transitions looks only at the first place of last in a sentence; shows when last occurs twice with words after it
import numpy as np


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    before = set(words[:-1])
    return np.array([float(word in before) for word in vocabulary])


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    V = len(vocabulary)
    counts = np.zeros((V, V))
    for sentence in sentences:
        if last in sentence[:-1]:
            t = sentence.index(last)
            counts[:, vocabulary.index(sentence[t + 1])] += feature_activities(sentence[: t + 1], vocabulary)
    total = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def informative(transitions: np.ndarray, least: float) -> np.ndarray:
    return transitions.max(axis=1) > least


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    return activities * keep


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    return activities @ transitions


def table_rows(vocabulary_size: int, order: int) -> int:
    return int(vocabulary_size) ** int(order)
