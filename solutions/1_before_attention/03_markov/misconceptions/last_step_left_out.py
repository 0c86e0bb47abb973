"""The last step of each sentence is not counted.

A sentence of n words has n − 1 steps: the loop over i, with words[i + 1], runs up to i = n − 2, so range(n - 1).
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    return right([" ".join(sentence.split()[:-1]) for sentence in sentences], vocabulary)
