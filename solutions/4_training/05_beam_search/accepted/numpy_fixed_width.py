"""Numpy with a beam of fixed width: empty places have the score -inf, finished ones only pad, at no cost."""

import numpy as np
import torch


def length_penalty(length, alpha):
    return np.power((5 + length) / 6, alpha)


def best_continuations(scores, log_probs, beam):
    totals = np.asarray(scores)[:, None] + np.asarray(log_probs)
    places = np.argsort(-totals, axis=None, kind="stable")[:beam]
    parents, tokens = np.unravel_index(places, totals.shape)
    possible = np.isfinite(totals[parents, tokens])
    return parents[possible], tokens[possible], totals[parents, tokens][possible]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    rows = memory.expand(beam, -1, -1), keep.expand(beam, -1)
    ids = np.full((beam, max_length + 1), pad)
    ids[:, 0] = sos
    totals = np.full(beam, -np.inf)
    totals[0] = 0.0
    lengths, ended = np.zeros(beam, int), np.zeros(beam, bool)
    for step in range(1, max_length + 1):
        if np.all(ended | np.isinf(totals)):
            break
        with torch.no_grad():
            logits = np.asarray(model.decode(torch.tensor(ids[:, :step]), *rows))[:, -1]
        log_probs = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
        log_probs[ended] = -np.inf
        log_probs[ended, pad] = 0.0
        candidates = totals[:, None] + log_probs
        new_lengths = np.where(ended, lengths, step)
        ranks = candidates / length_penalty(new_lengths, alpha)[:, None]
        places = np.argsort(-ranks, axis=None, kind="stable")[:beam]
        parents, tokens = np.unravel_index(places, ranks.shape)
        ids, totals = ids[parents].copy(), candidates[parents, tokens]
        ids[:, step] = tokens
        lengths, ended = new_lengths[parents], ended[parents] | (tokens == eos)
    possible = np.isfinite(totals)
    ranks = totals / length_penalty(lengths, alpha)
    return [(ids[i, 1 : lengths[i] + 1].tolist(), ranks[i]) for i in np.argsort(-ranks) if possible[i]]
