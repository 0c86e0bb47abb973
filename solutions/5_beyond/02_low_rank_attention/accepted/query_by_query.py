"""Loops: one sentence after the other, and one query after the other; the slots made from the left by transposes."""

import numpy as np


def one_sentence(queries, keys, values, E, F, multiply):
    slot_keys = multiply(keys.T, E.T)  # (d_k, rank): (E K)ᵀ
    slot_values = multiply(values.T, F.T).T
    outputs, weights = [], []
    for query in queries:
        scores = multiply(query[None], slot_keys)[0] / len(query) ** 0.5
        share = np.exp(scores - max(scores))
        weights.append(share / sum(share))
        outputs.append(multiply(weights[-1][None], slot_values)[0])
    return outputs, weights


def low_rank_attention(queries, keys, values, E, F, keep=None, multiply=np.matmul):
    batch = queries.shape[:-2]
    real = np.ones((*batch, keys.shape[-2]), bool) if keep is None else np.broadcast_to(keep, (*batch, keys.shape[-2]))
    outputs = np.zeros((*queries.shape[:-1], values.shape[-1]))
    weights = np.zeros((*queries.shape[:-1], len(E)))
    for place in np.ndindex(batch):
        tokens = real[place]
        outputs[place], weights[place] = one_sentence(
            queries[place], keys[place][tokens], values[place][tokens], E[:, tokens], F[:, tokens], multiply
        )
    return outputs, weights


def effective_weights(weights, F):
    return sum(weights[..., slot, None] * F[slot] for slot in range(len(F)))


def dense_multiplications(length, d_k, d_v):
    return len([1 for _ in range(length) for _ in range(length)]) * (d_k + d_v)


def low_rank_multiplications(length, rank, d_k, d_v):
    make_slots = rank * length * (d_k + d_v)
    attend = length * rank * (d_k + d_v)
    return make_slots + attend
