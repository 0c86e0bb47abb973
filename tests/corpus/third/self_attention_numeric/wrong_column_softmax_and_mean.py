# wrong: two mistakes: the softmax runs down the columns (dim=0), and outputs takes the mean of the contributions instead of their sum; shows for any two words that differ.
import numpy as np
import torch


def _t(a):
    return torch.tensor(np.array(a), dtype=torch.float64)


def project(x, W_q, W_k, W_v):
    x = _t(x)
    return tuple((x @ _t(W)).numpy() for W in (W_q, W_k, W_v))


def attention_scores(Q, K):
    return torch.mm(_t(Q), _t(K).t()).numpy()


def attention_weights(scores, d_k=None):
    scores = _t(scores)
    if d_k is not None:
        scores = scores / d_k ** 0.5
    return torch.softmax(scores, dim=0).numpy()


def contributions(weights, V):
    return (_t(weights).unsqueeze(-1) * _t(V).unsqueeze(0)).numpy()


def outputs(weights, V):
    return contributions(weights, V).mean(axis=1)


def self_attention(x, W_q, W_k, W_v, scaled=True):
    Q, K, V = project(x, W_q, W_k, W_v)
    w = attention_weights(attention_scores(Q, K), Q.shape[1] if scaled else None)
    return outputs(w, V), w
