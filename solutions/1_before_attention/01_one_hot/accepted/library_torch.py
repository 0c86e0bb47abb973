"""torch: its own one_hot, with one more column for unknown words that is cut off again."""

import torch


def vocabulary(sentences):
    return list({word: None for sentence in sentences for word in sentence.casefold().split()})


def one_hot(words, vocabulary):
    place = {word: column for column, word in enumerate(vocabulary)}
    ids = torch.tensor([place.get(word, len(vocabulary)) for word in words])
    return torch.nn.functional.one_hot(ids, len(vocabulary) + 1)[:, :-1]


def decode(rows, vocabulary):
    return [vocabulary[column] for column in torch.as_tensor(rows).argmax(dim=1).tolist()]


def lookup(rows, matrix):
    return torch.matmul(torch.as_tensor(rows).double(), torch.as_tensor(matrix).double())


def similarity(a, b):
    return torch.nn.functional.linear(torch.as_tensor(a).double(), torch.as_tensor(b).double())
