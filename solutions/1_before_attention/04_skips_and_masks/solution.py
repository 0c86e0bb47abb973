"""Second order with skips: pairs of words vote for the next word, and a mask picks the pairs that may vote."""

import numpy as np


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    """Feature w, "w ... most recent word", is active if w occurs anywhere before that word."""
    earlier = set(words[:-1])  # how far back, how often and in which order no longer matters
    return np.array([1.0 if word in earlier else 0.0 for word in vocabulary])  # (feature,)


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    """Row w: how the feature "w ... last" votes for the word after `last`.  Returns (feature, next)."""
    index = {word: number for number, word in enumerate(vocabulary)}
    counts = np.zeros((len(vocabulary), len(vocabulary)))  # (feature, next)
    for sentence in sentences:
        for place, word in enumerate(sentence[:-1]):  # at the end of a sentence no word follows
            if word == last:
                following = index[sentence[place + 1]]
                for earlier in set(sentence[:place]):  # each active feature counts once
                    counts[index[earlier], following] += 1
    seen = counts.sum(axis=1, keepdims=True)  # (feature, 1): how often each feature was active
    return counts / np.maximum(seen, 1)  # a feature never seen has no votes


def informative(transitions: np.ndarray, threshold: float) -> np.ndarray:
    """Keep a feature if one next word gets more than `threshold` of its votes.  Returns bool (feature,)."""
    return np.max(transitions, axis=1) > threshold


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Feature by feature: activity × mask."""
    return activities * keep  # (feature,) * (feature,)


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    """The sum of the rows of the active features, as one product."""
    return activities @ transitions  # (feature,) @ (feature, next) -> (next,)


def table_rows(vocabulary_size: int, order: int) -> int:
    """Each of the `order` places can hold any word: size · size · ... · size."""
    return vocabulary_size**order
