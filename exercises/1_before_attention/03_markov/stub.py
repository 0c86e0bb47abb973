"""Markov chains: the probability of the next word, given the last word or the last two."""

import numpy as np


def transition_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    """First order: how likely is each word directly after each word?

    sentences: in lower case, words separated by white space, all of them in the vocabulary; may repeat.
    vocabulary: V different words, perhaps some that never occur.
    Returns (current, next), both of size V: of the steps from the current word, the share that led to the
    next one. A word from which no step was seen has a row of zeros.
    """
    raise NotImplementedError


def second_order_matrix(sentences: list[str], vocabulary: list[str]) -> np.ndarray:
    """Second order: how likely is each word directly after each pair of words?

    vocabulary: at most 50 words.
    Returns (previous, current, next), all of size V: of the steps from "previous current", the share that
    led to the next word. A pair from which no step was seen has a row of zeros.
    """
    raise NotImplementedError


def next_word(matrix: np.ndarray, text: str, vocabulary: list[str]) -> np.ndarray:
    """The distribution of the word that comes after the text.

    matrix: (V, V), first order, or (V, V, V), second order.
    text: the words so far, at least as many as the order, all of them in the vocabulary; the most recent is last.
    Returns (V,): one probability for each word of the vocabulary.
    """
    raise NotImplementedError
