# right: a Memory class for each sentence that drops its padding, results scattered back
"""Cross-attention: the decoder asks, the encoder answers.  In the mask True means keep, False means hide."""

import numpy as np


class Memory:
    """What the encoder has to say about one sentence."""

    def __init__(self, states, W_k, W_v, keep):
        self.length = len(states)
        self.places = np.arange(self.length) if keep is None else np.flatnonzero(keep)
        self.keys = states[self.places] @ W_k
        self.values = states[self.places] @ W_v

    def read(self, queries):
        weights = np.zeros((len(queries), self.length))
        if self.places.size:
            logits = np.inner(queries, self.keys) * self.keys.shape[1] ** -0.5
            logits = logits - logits.max(axis=1, keepdims=True)
            log_total = np.logaddexp.reduce(logits, axis=1, keepdims=True)
            weights[:, self.places] = np.exp(logits - log_total)
        return weights[:, self.places] @ self.values, weights


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    outputs, weights = [], []
    for b, states in enumerate(encoder_states):
        memory = Memory(states, W_k, W_v, None if source_keep is None else source_keep[b])
        o, w = memory.read(decoder_states[b] @ W_q)
        outputs.append(o)
        weights.append(w)
    return np.stack(outputs), np.stack(weights)


def alignment(weights: np.ndarray) -> np.ndarray:
    return weights.argsort(axis=2)[:, :, -1]
