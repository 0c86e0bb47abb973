# wrong: the place of a word is asked with words.index, so a word that is said twice in a sentence counts its first successor twice
import numpy as np


def transition_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = np.zeros((size, size))
    for sentence in sentences:
        words = sentence.split()
        for word in words[:-1]:
            after = words[words.index(word) + 1]
            counts[vocabulary.index(word), vocabulary.index(after)] += 1
    total = counts.sum(1)
    total[total == 0] = 1
    return counts / total[:, None]


def second_order_matrix(sentences, vocabulary):
    size = len(vocabulary)
    counts = [[[0] * size for _ in range(size)] for _ in range(size)]
    for sentence in sentences:
        numbers = [vocabulary.index(w) for w in sentence.split()]
        for k in range(2, len(numbers)):
            counts[numbers[k - 2]][numbers[k - 1]][numbers[k]] += 1
    return np.array([[[c / max(sum(row), 1) for c in row] for row in page] for page in counts])


def next_word(matrix, text, vocabulary):
    words = text.split()
    row = np.asarray(matrix)
    for word in words[len(words) - row.ndim + 1:]:
        row = row[vocabulary.index(word)]
    return np.array(row)
