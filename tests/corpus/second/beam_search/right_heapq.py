# right: an inner step function with tuples, heapq.nlargest and NumPy
import heapq
from math import inf

import numpy as np
import torch


def length_penalty(length, alpha):
    return (5 / 6 + length / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    table = scores.detach().numpy()[:, None] + log_probs.detach().numpy()
    flat = table.ravel()
    order = np.argsort(-flat, kind="stable")[:beam]
    order = order[flat[order] > -inf]
    parents, tokens = np.unravel_index(order, table.shape)
    return torch.from_numpy(parents), torch.from_numpy(tokens), torch.from_numpy(flat[order])


def next_log_probs(model, memory, keep, prefixes, sos):
    n = len(prefixes)
    ids = torch.tensor([(sos,) + prefix for prefix in prefixes])
    logits = model.decode(ids, memory.repeat(n, 1, 1), keep.repeat(n, 1))
    return torch.nn.functional.log_softmax(logits[:, -1].double(), dim=1)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)

    def score(pair):
        return pair[1] / length_penalty(len(pair[0]), alpha)

    def step(kept):
        live = [(ids, log_p) for ids, log_p in kept if ids[-1:] != (eos,)]
        if not live or len(live[0][0]) == max_length:
            return None
        prefixes = [ids for ids, _ in live]
        sums = torch.tensor([log_p for _, log_p in live], dtype=torch.double)
        best = best_continuations(sums, next_log_probs(model, memory, keep, prefixes, sos), beam)
        grown = [(prefixes[p] + (t,), s) for p, t, s in zip(*(part.tolist() for part in best))]
        ended = [pair for pair in kept if pair[0][-1:] == (eos,)]
        return heapq.nlargest(beam, ended + grown, key=score)

    kept = [((), 0.0)]
    while (following := step(kept)) is not None:
        kept = following
    return [(list(ids), score((ids, log_p))) for ids, log_p in kept]
