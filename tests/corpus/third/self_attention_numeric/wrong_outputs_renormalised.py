# wrong: outputs divides by the sum of the weights to be on the safe side, although they are to be used as they are: a row that adds up to .5 gives a doubled output, a row of zeros NaN.
import numpy as np


def project(x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray):
    return [x @ W for W in (W_q, W_k, W_v)]


def attention_scores(Q: np.ndarray, K: np.ndarray) -> np.ndarray:
    return Q @ np.transpose(K)


def attention_weights(scores: np.ndarray, d_k: int | None = None) -> np.ndarray:
    if d_k is not None:
        scores = scores / np.sqrt(d_k)
    stable = scores - scores.max(axis=1, keepdims=True)
    return np.exp(stable) / np.exp(stable).sum(axis=1, keepdims=True)


def contributions(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    return weights[:, :, None] * V


def outputs(weights: np.ndarray, V: np.ndarray) -> np.ndarray:
    total = contributions(weights, V).sum(axis=1)
    return total / weights.sum(axis=1, keepdims=True)


def self_attention(x: np.ndarray, W_q: np.ndarray, W_k: np.ndarray, W_v: np.ndarray, scaled: bool = True):
    Q, K, V = project(x, W_q, W_k, W_v)
    weights = attention_weights(attention_scores(Q, K), W_k.shape[1] if scaled else None)
    return outputs(weights, V), weights
