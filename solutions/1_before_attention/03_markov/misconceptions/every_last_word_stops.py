"""The row of every word that ends some sentence is set to zeros.

The word may have been followed by others in other sentences. Only a word from which no step was seen at all has a row
of zeros, and that comes by itself: its counts are 0.
"""

from solution import transition_matrix as right


def transition_matrix(sentences, vocabulary):
    matrix = right(sentences, vocabulary)
    for sentence in sentences:
        matrix[vocabulary.index(sentence.split()[-1])] = 0
    return matrix
