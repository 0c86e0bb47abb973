# wrong: the mask is reduced to a length, and the first `length` source words are kept; right for padding on the right, wrong for a mask with False on the left or in the middle.
import numpy as np


class CrossAttention:
    def __init__(self, W_q, W_k, W_v):
        self.W_q, self.W_k, self.W_v = W_q, W_k, W_v

    def weights(self, z, h):
        scores = (z @ self.W_q) @ (h @ self.W_k).T / np.sqrt(self.W_q.shape[1])
        scores = scores - scores.max(axis=1, keepdims=True)
        e = np.exp(scores)
        return e / e.sum(axis=1, keepdims=True)

    def sentence(self, z, h, length):
        """z: (target, d), h: (source, d); the source words from `length` on are padding."""
        weights = np.zeros((len(z), len(h)))
        if length > 0:
            weights[:, :length] = self.weights(z, h[:length])
        return weights @ (h @ self.W_v), weights


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    layer = CrossAttention(W_q, W_k, W_v)
    if source_keep is None:
        lengths = [encoder_states.shape[1]] * len(encoder_states)
    else:
        lengths = source_keep.sum(axis=1)
    results = [layer.sentence(z, h, n) for z, h, n in zip(decoder_states, encoder_states, lengths)]
    outputs, weights = zip(*results)
    return np.stack(outputs), np.stack(weights)


def alignment(weights):
    return np.array([[int(np.argmax(row)) for row in table] for table in weights])
