# wrong: most_likely_words starts its search with best score 0, so a position whose logits are all negative always gets the first word.
import numpy as np
import torch
from torch import nn


def to_logits(x, W, b):
    return x @ W + b


def probabilities(logits):
    return np.exp(log_probabilities(logits))


def log_probabilities(logits):
    m = np.max(logits, axis=-1, keepdims=True)
    return logits - m - np.log(np.sum(np.exp(logits - m), axis=-1, keepdims=True))


def most_likely_words(logits, vocabulary):
    result = []
    for scores in logits:
        best_score, best_word = 0.0, vocabulary[0]
        for score, word in zip(scores, vocabulary):
            if score > best_score:
                best_score, best_word = score, word
        result.append(best_word)
    return result


def sentence_log_probability(log_probs, ids):
    flat_lp = log_probs.reshape(-1, *log_probs.shape[-2:])
    flat_ids = ids.reshape(-1, ids.shape[-1])
    sums = [sum(lp[p, w] for p, w in enumerate(sentence)) for lp, sentence in zip(flat_lp, flat_ids)]
    return np.array(sums).reshape(ids.shape[:-1])


class OutputHead(nn.Module):
    def __init__(self, d_model, vocab_size):
        super().__init__()
        self.linear = nn.Linear(d_model, vocab_size)

    def forward(self, x):
        return self.linear(x).log_softmax(dim=-1)
