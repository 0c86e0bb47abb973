"""Bags of words: texts as counts of words, of pairs of words, and as TF-IDF weights."""

import numpy as np


def unigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    """How often each word of the vocabulary occurs in each text.

    documents: texts in lower case, words separated by white space.  vocabulary: V different words.
    Returns (document, V). Words that are not in the vocabulary are not counted.
    """
    raise NotImplementedError


def bigram_counts(documents: list[str], vocabulary: list[str]) -> np.ndarray:
    """How often one word comes directly before another in each text.

    Returns (document, V, V): entry [n, i, j] counts word i followed directly by word j in text n.
    A pair with a word that is not in the vocabulary is not counted.
    """
    raise NotImplementedError


def idf(counts: np.ndarray) -> np.ndarray:
    """Inverse document frequency: ln(N / df), large for words found in few texts.

    counts: (document, V), whole numbers, stored as integers or floats.
    N is the number of texts, df the number of texts that hold the word.
    Returns (V,). A word that is in no text has 0.
    """
    raise NotImplementedError


def tf_idf(counts: np.ndarray, rarity: np.ndarray) -> np.ndarray:
    """A word's share of its text, times the word's idf.

    counts: (document, V), whole numbers, stored as integers or floats.  rarity: (V,), the idf of each word.
    Returns (document, V). The row of a text without any counted word is zeros.
    """
    raise NotImplementedError
