# right: a loop over the batch; padded source words are left out and the weights written back to their places.
"""Cross-attention: the decoder attends to the encoder's output.  In the mask True means keep, False means hide."""

import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    batch, target, _ = decoder_states.shape
    source = encoder_states.shape[1]
    weights = np.zeros((batch, target, source))
    outputs = np.zeros((batch, target, W_v.shape[1]))
    for b in range(batch):
        real = np.arange(source) if source_keep is None else np.flatnonzero(source_keep[b])
        if real.size == 0:
            continue
        memory = encoder_states[b][real]
        e = (decoder_states[b] @ W_q) @ (memory @ W_k).T / np.sqrt(W_q.shape[1])
        e = np.exp(e - e.max(axis=1, keepdims=True))
        e /= e.sum(axis=1, keepdims=True)
        weights[b][:, real] = e
        outputs[b] = e @ (memory @ W_v)
    return outputs, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    result = np.empty(weights.shape[:2], dtype=np.int64)
    for b, sentence in enumerate(weights):
        for t, row in enumerate(sentence):
            result[b, t] = max(range(len(row)), key=lambda s: row[s])
    return result
