# wrong: two mistakes in most_likely_words: the vocabulary is sorted first, so column v gets another word, and the list ends at "<eos>" although every position must get its word.
import numpy as np
import torch
from torch import nn


class Vocabulary:
    def __init__(self, words):
        self.words = sorted(words)

    def decode(self, ids):
        result = []
        for i in ids:
            result.append(self.words[i])
            if self.words[i] == "<eos>":
                break
        return result


def to_logits(x, W, b):
    return x.dot(W) + b


def probabilities(logits):
    t = torch.as_tensor(np.array(logits))
    return torch.softmax(t, dim=-1).numpy()


def log_probabilities(logits):
    t = torch.as_tensor(np.array(logits))
    return torch.log_softmax(t, dim=-1).numpy()


def most_likely_words(logits, vocabulary):
    return Vocabulary(vocabulary).decode(logits.argmax(axis=-1).tolist())


def sentence_log_probability(log_probs, ids):
    t = torch.as_tensor(np.array(log_probs))
    i = torch.as_tensor(np.array(ids)).long()
    return t.gather(-1, i[..., None])[..., 0].sum(-1).numpy()


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), -1)
