# wrong: sentence_log_probability indexes [..., arange, ids], which is right for one sentence, but for a batch pairs every table with every sentence and returns (batch, batch).
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def log_probabilities(logits):
    top = np.amax(logits, axis=-1, keepdims=True)
    return (logits - top) - np.log(np.exp(logits - top).sum(axis=-1, keepdims=True))


def probabilities(logits):
    return np.exp(log_probabilities(logits))


def most_likely_words(logits, vocabulary):
    return np.array(vocabulary)[logits.argmax(axis=-1)].tolist()


def sentence_log_probability(log_probs, ids):
    positions = np.arange(log_probs.shape[-2])
    # row p goes with ids[p] only
    return log_probs[..., positions, ids].sum(axis=-1)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        logits = self.linear(x)
        return logits - torch.logsumexp(logits, dim=-1, keepdim=True)
