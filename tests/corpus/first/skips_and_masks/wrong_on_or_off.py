# wrong: votes adds the rows of all active features as they are; shows for activities other than 0 and 1
import numpy as np


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    before = set(words[:-1])
    return np.array([float(word in before) for word in vocabulary])


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    V = len(vocabulary)
    eye = np.eye(V)
    counts = np.zeros((V, V))
    for sentence in sentences:
        for t, (word, following) in enumerate(zip(sentence, sentence[1:]), start=1):
            if word == last:
                counts += np.outer(feature_activities(sentence[:t], vocabulary), eye[vocabulary.index(following)])
    total = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)


def informative(transitions: np.ndarray, least: float) -> np.ndarray:
    return transitions.max(axis=1) > least


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    return activities * keep


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    active = np.asarray(activities) > 0
    return transitions[active].sum(axis=0)


def table_rows(vocabulary_size: int, order: int) -> int:
    return int(vocabulary_size) ** int(order)
