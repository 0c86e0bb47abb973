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


def beam_search(model, source, sos, eos, max_length, beam, alpha):
    memory = model.encode(source)
    pool = [(0.0, 0.0, ())]  # rank, log-probability, tokens
    while any(len(said) < max_length and eos not in said for _, _, said in pool):
        grown = []
        for rank, total, said in pool:
            if eos in said:
                grown.append((rank, total, said))
                continue
            logits = model.decode(torch.tensor([[sos, *said]]), memory)[0, -1].tolist()
            level = math.log(sum(math.exp(value) for value in logits))
            for token, value in enumerate(logits):
                if value > -math.inf:
                    new = total + value - level
                    grown.append((new / length_penalty(len(said) + 1, alpha), new, (*said, token)))
        pool = heapq.nlargest(beam, grown)
    return [(list(said), rank) for rank, _, said in pool]
