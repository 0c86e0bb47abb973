"""In second order the last three words of each sentence are not counted.

A sentence of n words has n − 2 triples: the loop over i, with words[i + 2], runs up to i = n − 3, so range(n - 2).
"""

from solution import second_order_matrix as right


def second_order_matrix(sentences, vocabulary):
    return right([" ".join(sentence.split()[:-1]) for sentence in sentences], vocabulary)
