"""torch tensors, with NaN turned into zeros at the end."""

import torch


def _matrix(sentences, vocabulary, size):
    counts = torch.zeros([len(vocabulary)] * size)
    for sentence in sentences:
        ids = torch.tensor([vocabulary.index(word) for word in sentence.split()])
        if len(ids) >= size:
            steps = ids.unfold(0, size, 1)
            counts.index_put_(tuple(steps.T), torch.ones(len(steps)), accumulate=True)
    return torch.nan_to_num(counts / counts.sum(dim=-1, keepdim=True))


def transition_matrix(sentences, vocabulary):
    return _matrix(sentences, vocabulary, 2)


def second_order_matrix(sentences, vocabulary):
    return _matrix(sentences, vocabulary, 3)


def next_word(matrix, text, vocabulary):
    matrix = torch.as_tensor(matrix)
    for word in text.split()[1 - matrix.ndim :]:
        matrix = matrix[vocabulary.index(word)]
    return matrix
