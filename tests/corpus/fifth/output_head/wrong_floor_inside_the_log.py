# wrong: the probabilities are kept above 1e-300 before the log, so all words with more than about 690 below the best become equal; logits 0 and -800.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def _shifted(logits):
    z = np.asarray(logits, dtype=np.float64)
    return z - z.max(axis=-1, keepdims=True)


def probabilities(logits):
    e = np.exp(_shifted(logits))
    return e / e.sum(axis=-1, keepdims=True)


def log_probabilities(logits):
    p = probabilities(logits)
    return np.log(np.maximum(p, 1e-300))


def most_likely_words(logits, vocabulary):
    return [vocabulary[v] for v in np.argmax(logits, axis=-1)]


def sentence_log_probability(log_probs, ids):
    picked = np.take_along_axis(log_probs, ids[..., None], axis=-1)
    return picked[..., 0].sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model: int, vocab_size: int) -> None:
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)


    def forward(self, x):
        return nn.functional.log_softmax(self.linear(x), dim=-1)
