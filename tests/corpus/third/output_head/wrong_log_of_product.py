# wrong: sentence_log_probability multiplies the probabilities and takes the log of the product, which underflows to -inf for long or very improbable sentences.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.asarray(x) @ np.asarray(W) + np.asarray(b)


def probabilities(logits):
    z = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return z / z.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    m = logits.max(axis=-1, keepdims=True)
    lse = np.log(np.exp(logits - m).sum(axis=-1, keepdims=True))
    return (logits - m) - lse


def most_likely_words(logits, vocabulary):
    return list(map(lambda v: vocabulary[v], logits.argmax(axis=-1)))


def sentence_log_probability(log_probs, ids):
    # the probability of a sentence is the product of the probabilities of its words
    word_probs = np.exp(np.take_along_axis(log_probs, ids[..., None], axis=-1)[..., 0])
    return np.log(np.prod(word_probs, axis=-1))


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return torch.log_softmax(self.linear(x), dim=-1)
