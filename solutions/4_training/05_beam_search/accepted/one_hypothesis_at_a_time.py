"""Pure Python: lists, tuples and heapq; each hypothesis is decoded alone."""

import heapq
import math

import torch


def length_penalty(length, alpha):
    return math.exp(alpha * math.log((5 + length) / 6))


def best_continuations(scores, log_probs, beam):
    every = []
    for parent, (so_far, row) in enumerate(zip(scores.tolist(), log_probs.tolist(), strict=True)):
        every += [(so_far + value, parent, token) for token, value in enumerate(row) if value > -math.inf]
    best = heapq.nlargest(beam, every)
    return [b[1] for b in best], [b[2] for b in best], [b[0] for b in best]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    pool = [(0.0, 0.0, ())]  # rank, log-probability, tokens
    while any(len(ids) < max_length and eos not in ids for _, _, ids in pool):
        grown = []
        for rank, total, ids in pool:
            if eos in ids:
                grown.append((rank, total, ids))
                continue
            logits = model.decode(torch.tensor([[sos, *ids]]), memory, keep)[0, -1].tolist()
            level = math.log(sum(math.exp(value) for value in logits))
            for token, value in enumerate(logits):
                if value > -math.inf:
                    new = total + value - level
                    grown.append((new / length_penalty(len(ids) + 1, alpha), new, (*ids, token)))
        pool = heapq.nlargest(beam, grown)
    return [(list(ids), rank) for rank, _, ids in pool]
