import numpy as np
from solution import transition_matrix


def second_order_matrix(sentences, vocabulary):
    step = transition_matrix(sentences, vocabulary)
    matrix = np.zeros((len(vocabulary),) * 3)
    for sentence in sentences:
        ids = [vocabulary.index(word) for word in sentence.split()]
        for previous, current, _ in zip(ids, ids[1:], ids[2:], strict=False):
            matrix[previous, current] = step[current]
    return matrix
