# wrong: cross_attention divides by the root of the rows of W_q, d_model, instead of its columns, d_k; shows when d_k differs from d_model
import numpy as np


def cross_attention(decoder_states, encoder_states, W_q, W_k, W_v, source_keep=None):
    outputs, all_weights = [], []
    for b in range(len(decoder_states)):
        Q = decoder_states[b] @ W_q / np.sqrt(len(W_q))
        K = encoder_states[b] @ W_k
        V = encoder_states[b] @ W_v
        scores = Q @ K.T
        if source_keep is not None:
            real = source_keep[b]
        else:
            real = np.ones(len(K), dtype=bool)
        weights = np.zeros(scores.shape)
        if real.any():
            e = np.exp(scores[:, real] - scores[:, real].max(axis=1, keepdims=True))
            weights[:, real] = e / e.sum(axis=1, keepdims=True)
        outputs.append(weights @ V)
        all_weights.append(weights)
    return np.stack(outputs), np.stack(all_weights)


def alignment(weights):
    return np.array([[int(np.argmax(row)) for row in sentence] for sentence in weights])
