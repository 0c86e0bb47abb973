"""From one vector a word to one vector a word in its sentence, without a single parameter."""

import numpy as np


def static_embedding(meanings: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The average meaning of a word.  meanings: (meaning, d), counts: (meaning,)."""
    shares = counts / np.sum(counts)  # (meaning,): 9,000 and 1,000 sentences are .9 and .1
    return shares @ meanings  # (d,): one vector, whatever the sentence


def mix(weights: np.ndarray, embeddings: np.ndarray) -> np.ndarray:
    """New vector i is the sum over j of weights[i, j] · embeddings[j].  weights: (new, word), embeddings: (word, d)."""
    return weights @ embeddings  # (new, d): all rows at once, from the old vectors only


def similarity_weights(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """How much each word takes from each word of its sentence.  embeddings: (word, d)."""
    scores = embeddings @ embeddings.T  # (word, word): dot products of all pairs
    if scaled:
        scores = scores / np.sqrt(embeddings.shape[1])
    exponentials = np.exp(scores)  # positive; for large scores see the exercise on softmax
    return exponentials / np.sum(exponentials, axis=1, keepdims=True)  # every row adds up to 1


def contextual_embeddings(embeddings: np.ndarray, scaled: bool = False) -> np.ndarray:
    """Self-attention without parameters.  embeddings: (word, d)."""
    weights = similarity_weights(embeddings, scaled)  # (word, word): the words compare themselves ...
    return mix(weights, embeddings)  # (word, d): ... and are mixed with each other


def weight_on_later_words(weights: np.ndarray) -> np.ndarray:
    """The part of each new vector that is not there yet when words come one by one.  weights: (word, word)."""
    later = np.triu(weights, k=1)  # right of the diagonal: word j comes after word i
    return np.sum(later, axis=1)  # (word,); the last word leaks nothing
