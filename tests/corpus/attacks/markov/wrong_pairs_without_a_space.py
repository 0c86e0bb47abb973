# wrong: second_order_matrix writes a pair as one string without a space; shows if two pairs look the same, as ha+haha and haha+ha
import numpy as np


def transition_matrix(sentences, vocabulary):
    return shares(sentences, vocabulary, 2)


def second_order_matrix(sentences, vocabulary):
    followers = {}
    for sentence in sentences:
        words = sentence.split()
        for previous, current, following in zip(words, words[1:], words[2:]):
            followers.setdefault(previous + current, []).append(following)
    matrix = np.zeros((len(vocabulary),) * 3)
    for h, previous in enumerate(vocabulary):
        for i, current in enumerate(vocabulary):
            seen = followers.get(previous + current, [])
            for following in seen:
                matrix[h, i, vocabulary.index(following)] += 1 / len(seen)
    return matrix


def shares(sentences, vocabulary, size):
    counts = np.zeros((len(vocabulary),) * size)
    for sentence in sentences:
        numbers = [vocabulary.index(word) for word in sentence.split()]
        for place in range(len(numbers) - size + 1):
            counts[tuple(numbers[place : place + size])] += 1
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def next_word(matrix, text, vocabulary):
    for word in text.split()[1 - matrix.ndim :]:
        matrix = matrix[vocabulary.index(word)]
    return matrix
