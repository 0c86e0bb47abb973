# right: heapq on Python tuples, one call of decode for each hypothesis, a dataclass.
"""Beam search with hypotheses as objects."""

import heapq
import math
from dataclasses import dataclass

import torch


@dataclass
class Hypothesis:
    ids: list
    log_p: float
    over: bool = False

    def score(self, alpha):
        return self.log_p / length_penalty(len(self.ids), alpha)


def length_penalty(length, alpha):
    return math.pow((5.0 + length) / 6.0, alpha)


def best_continuations(scores, log_probs, beam):
    possible = []
    for parent, (so_far, row) in enumerate(zip(scores.tolist(), log_probs.tolist())):
        for token, value in enumerate(row):
            if value != -math.inf:
                possible.append((so_far + value, parent, token))
    best = heapq.nlargest(beam, possible, key=lambda item: item[0])
    parents = torch.tensor([parent for _, parent, _ in best], dtype=torch.long)
    tokens = torch.tensor([token for _, _, token in best], dtype=torch.long)
    return parents, tokens, torch.tensor([value for value, _, _ in best], dtype=log_probs.dtype)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    hypotheses = [Hypothesis([], 0.0)]
    for _ in range(max_length):
        growing = [h for h in hypotheses if not h.over]
        if not growing:
            break
        rows = []
        for h in growing:
            logits = model.decode(torch.tensor([[sos] + h.ids]), memory, keep)
            rows.append(torch.log_softmax(logits[0, -1].to(torch.float64), dim=0))
        so_far = torch.tensor([h.log_p for h in growing], dtype=torch.float64)
        new = [
            Hypothesis([*growing[p].ids, w], s, w == eos)
            for p, w, s in zip(*(t.tolist() for t in best_continuations(so_far, torch.stack(rows), beam)))
        ]
        hypotheses = heapq.nlargest(
            beam, [h for h in hypotheses if h.over] + new, key=lambda h: h.score(alpha)
        )
    return [(h.ids, h.score(alpha)) for h in hypotheses]
