# right: einsum for the linear layer and for picking words through one-hot rows, np.logaddexp.reduce as the normaliser, torch.logsumexp in the module.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return np.einsum("...d,dv->...v", x, W) + b


def log_probabilities(logits):
    logits = np.asarray(logits, dtype=np.float64)
    normaliser = np.logaddexp.reduce(logits, axis=-1)
    return logits - normaliser[..., np.newaxis]


def probabilities(logits):
    p = np.exp(log_probabilities(logits))
    return p / p.sum(axis=-1, keepdims=True)


def most_likely_words(logits, vocabulary):
    names = np.array(vocabulary, dtype=object)
    return list(names[np.argmax(logits, axis=1)])


def sentence_log_probability(log_probs, ids):
    one_hot = np.eye(log_probs.shape[-1])[ids]
    return np.einsum("...pv,...pv->...", log_probs, one_hot)


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        scores = torch.einsum("...d,vd->...v", x, self.linear.weight) + self.linear.bias
        return scores - torch.logsumexp(scores, dim=-1, keepdim=True)
