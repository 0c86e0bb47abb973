# wrong: masked_activities writes the zeros into the caller's own array of activities.
import numpy as np


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    position = {word: i for i, word in enumerate(vocabulary)}
    result = np.zeros(len(vocabulary), dtype=int)
    result[[position[word] for word in words[:-1]]] = 1
    return result


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    position = {word: i for i, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))
    for sentence in sentences:
        for here in range(len(sentence) - 1):
            if sentence[here] == last:
                rows = sorted({position[word] for word in sentence[:here]})
                counts[rows, position[sentence[here + 1]]] += 1
    sums = counts.sum(1)
    return counts / np.where(sums > 0, sums, 1).reshape(-1, 1)


def informative(transitions: np.ndarray, least: float) -> np.ndarray:
    return ~np.all(transitions <= least, axis=1)


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    for w in range(len(activities)):
        if not keep[w]:
            activities[w] = 0
    return activities


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    return np.array([sum(a * t for a, t in zip(activities, column)) for column in transitions.T])


def table_rows(vocabulary_size: int, order: int) -> int:
    return vocabulary_size**order
