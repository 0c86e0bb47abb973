# wrong: two mistakes: the scores are divided by the root of d_model instead of d_k, and alignment returns floats (positions are indices: whole numbers); shows when d_k and d_model differ, and in the dtype.
import numpy as np


def cross_attention(
    decoder_states: np.ndarray,
    encoder_states: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    source_keep: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    batch, target, d_model = decoder_states.shape
    source = encoder_states.shape[1]
    weights = np.zeros((batch, target, source))
    outputs = np.zeros((batch, target, W_v.shape[1]))
    for b in range(batch):
        real = np.arange(source) if source_keep is None else np.flatnonzero(source_keep[b])
        if real.size == 0:
            continue
        q = decoder_states[b] @ W_q
        k = encoder_states[b, real] @ W_k
        v = encoder_states[b, real] @ W_v
        s = q @ k.T / np.sqrt(d_model)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        w = e / e.sum(axis=1, keepdims=True)
        weights[b][:, real] = w
        outputs[b] = w @ v
    return outputs, weights


def alignment(weights: np.ndarray) -> np.ndarray:
    batch, target, _ = weights.shape
    positions = np.zeros((batch, target))
    for b in range(batch):
        for t in range(target):
            positions[b, t] = np.argmax(weights[b, t])
    return positions
