# wrong: if any kept hypothesis is finished at the limit, the unfinished ones are not returned.
import heapq
import math
from dataclasses import dataclass

import torch


def length_penalty(length, alpha):
    return math.pow((5 + length) / 6, alpha)


def best_continuations(scores, log_probs, beam):
    candidates = []
    for parent in range(len(scores)):
        for token in range(log_probs.shape[1]):
            if log_probs[parent, token] != -math.inf:
                candidates.append((float(scores[parent]) + float(log_probs[parent, token]), parent, token))
    best = heapq.nlargest(beam, candidates, key=lambda candidate: candidate[0])
    return (
        torch.tensor([parent for _, parent, _ in best], dtype=torch.int64),
        torch.tensor([token for _, _, token in best], dtype=torch.int64),
        torch.tensor([score for score, _, _ in best], dtype=torch.float64),
    )


@dataclass
class Hypothesis:
    ids: tuple
    log_p: float
    finished: bool = False

    def score(self, alpha):
        return self.log_p / length_penalty(len(self.ids), alpha)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    beams = [Hypothesis((), 0.0)]
    steps = 0
    while steps < max_length and not all(h.finished for h in beams):
        steps += 1
        pool = []
        for h in beams:
            if h.finished:
                pool.append(h)
                continue
            row = model.decode(torch.tensor([[sos, *h.ids]]), memory, source_keep)[0, -1].double()
            row = row - torch.logsumexp(row, dim=0)
            for token, log_p in enumerate(row.tolist()):
                if log_p > -math.inf:
                    pool.append(Hypothesis((*h.ids, token), h.log_p + log_p, token == eos))
        beams = heapq.nlargest(beam, pool, key=lambda h: h.score(alpha))
    ended = [h for h in beams if h.finished]
    return [(list(h.ids), h.score(alpha)) for h in ended or beams]
