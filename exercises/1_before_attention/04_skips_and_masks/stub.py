"""Second order with skips: pairs of words vote for the next word, and a mask picks the pairs that may vote."""

import numpy as np


def feature_activities(words: list[str], vocabulary: list[str]) -> np.ndarray:
    """Which features are active?  Feature w is the pair "w ... most recent word".

    words: the sentence so far; words[-1] is the most recent word.
    Returns (feature,), one entry for each word of the vocabulary, in its order: 1 if that word occurs anywhere
    before words[-1], else 0.
    """
    raise NotImplementedError


def skip_transitions(sentences: list[list[str]], vocabulary: list[str], last: str) -> np.ndarray:
    """Learn how the features "w ... last" vote for the word after `last`.

    Returns (feature, next). Entry [w, n]: of all the times feature w was active at `last` and a word followed,
    the share in which that word was n. A feature that was never seen is a row of zeros.
    """
    raise NotImplementedError


def informative(transitions: np.ndarray, threshold: float) -> np.ndarray:
    """The mask: which features have a clear favourite?

    transitions: (feature, next).  Returns bool (feature,): True (keep) where the feature's largest share is
    above `threshold`.
    """
    raise NotImplementedError


def masked_activities(activities: np.ndarray, keep: np.ndarray) -> np.ndarray:
    """Silence the features that the mask does not keep.

    activities: (feature,), any numbers.  keep: bool (feature,).  Returns (feature,).
    """
    raise NotImplementedError


def votes(activities: np.ndarray, transitions: np.ndarray) -> np.ndarray:
    """Let the active features vote, and add up their votes.

    activities: (feature,), any numbers.  transitions: (feature, next).  Returns (next,).
    """
    raise NotImplementedError


def table_rows(vocabulary_size: int, order: int) -> int:
    """How many rows the table of a model of this order has: one for every sequence of `order` words.

    Returns an integer, exact however large it is.
    """
    raise NotImplementedError
