# wrong: the weights of the padding are wiped out after the softmax and the rest divided by its sum; a padded word with a score about 750 above the real ones leaves them at 0, and the row comes out as zeros.
import numpy as np


def _softmax(scores):
    scores = scores - np.max(scores, axis=2, keepdims=True)
    exps = np.exp(scores)
    return exps / np.sum(exps, axis=2, keepdims=True)


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    queries, keys, values = decoder_states @ W_q, encoder_states @ W_k, encoder_states @ W_v
    weights = _softmax(queries @ np.swapaxes(keys, 1, 2) / np.sqrt(keys.shape[2]))
    if source_keep is not None:
        weights = weights * source_keep[:, None, :]
        total = weights.sum(axis=2, keepdims=True)
        total[total == 0] = 1.0
        weights = weights / total
    return weights @ values, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    return np.argmax(weights, axis=-1)
