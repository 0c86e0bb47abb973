# right: a Memory class that holds the encoder's keys and values with the source axis first; log-space softmax; results are read-only transposed views, alignment returns unsigned integers.
import numpy as np


class Memory:
    """What the decoder reads from: keys, values and which of them are real."""

    def __init__(self, states, W_k, W_v, keep):
        by_word = np.moveaxis(np.array(states, dtype=float), 1, 0)       # (source, batch, d)
        if keep is not None:
            by_word[~keep.T] = 0                                          # a copy: np.array above
        self.keys, self.values = by_word @ W_k, by_word @ W_v
        self.bias = np.zeros(by_word.shape[:2])
        if keep is not None:
            self.bias[~keep.T] = -np.inf

    def weights(self, queries):
        """queries: (batch, target, d_k); returns (source, batch, target)."""
        scores = np.einsum("btd,sbd->sbt", queries, self.keys) / np.sqrt(queries.shape[-1])
        scores = scores + self.bias[:, :, None]
        top = scores.max(axis=0)
        gap = scores - np.where(np.isneginf(top), 0.0, top)
        norm = np.logaddexp.reduce(gap, axis=0)
        return np.exp(gap - np.where(np.isneginf(norm), 0.0, norm))

    def read(self, queries):
        w = self.weights(queries)
        return np.einsum("sbt,sbv->btv", w, self.values), np.moveaxis(w, 0, -1)


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    memory = Memory(encoder_states, W_k, W_v, source_keep)
    outputs, weights = memory.read(np.array(decoder_states, dtype=float) @ W_q)
    outputs.flags.writeable = False
    weights.flags.writeable = False
    return outputs, weights


def alignment(weights):
    order = np.argsort(-weights, axis=-1, kind="stable")
    return order[:, :, 0].astype(np.uint16)
