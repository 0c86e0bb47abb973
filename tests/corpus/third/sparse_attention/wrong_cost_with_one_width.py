# wrong: multiplications counts 2 · d_k for each visible pair, which is right only if d_v equals d_k.
import numpy as np


def window_pattern(length, radius):
    ones = np.ones((length, length), dtype=bool)
    return np.triu(ones, -radius) & np.tril(ones, radius)


def global_pattern(length, tokens):
    mask = np.zeros((length, length), dtype=bool)
    if len(tokens):
        mask[np.array(tokens), :] = True
        mask[:, np.array(tokens)] = True
    return mask


def random_pattern(length, chosen):
    mask = np.zeros(length * length, dtype=bool)
    flat = np.arange(length)[:, None] * length + chosen
    mask[flat.ravel()] = True
    return mask.reshape(length, length)


def union(patterns):
    together = np.zeros(patterns[0].shape, dtype=bool)
    for pattern in patterns:
        together[pattern] = True
    return together


def _attend(scores, values):
    if len(scores) == 0:
        return np.zeros(values.shape[1])
    weights = np.exp(scores - np.max(scores))
    return weights @ values / np.sum(weights)


def sparse_attention(queries, keys, values, keep, compare):
    outputs = np.zeros((len(queries), values.shape[1]))
    for i in range(len(queries)):
        seen = keep[i].nonzero()[0]
        scores = compare(queries[i], keys[seen]) if len(seen) else np.zeros(0)
        outputs[i] = _attend(scores, values[seen])
    return outputs


def multiplications(keep, d_k, d_v):
    # one dot product for the score, one weighted vector for the mixture
    return 2 * d_k * int(np.count_nonzero(keep))
