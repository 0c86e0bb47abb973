# wrong: hypotheses that have not ended at max_length are not returned.
import math

import torch


def length_penalty(length, alpha):
    return math.exp(alpha * math.log((5 + length) / 6))


def best_continuations(scores, log_probs, beam):
    candidates = []
    for h, row in enumerate(log_probs.tolist()):
        for token, log_p in enumerate(row):
            total = float(scores[h]) + log_p
            if total != -math.inf:
                candidates.append((h, token, total))
    candidates.sort(key=lambda c: c[2], reverse=True)
    candidates = candidates[:beam]
    parents = torch.tensor([c[0] for c in candidates], dtype=torch.long)
    tokens = torch.tensor([c[1] for c in candidates], dtype=torch.long)
    return parents, tokens, torch.tensor([c[2] for c in candidates], dtype=scores.dtype)


class Hypothesis:
    def __init__(self, ids, log_p, eos):
        self.ids, self.log_p = ids, log_p
        self.done = bool(ids) and ids[-1] == eos

    def score(self, alpha):
        return self.log_p / length_penalty(len(self.ids), alpha)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    real = source.ne(pad)
    memory = model.encode(source, real)
    pool = [Hypothesis([], 0.0, eos)]
    steps = 0
    while steps < max_length and not all(h.done for h in pool):
        steps += 1
        candidates = [h for h in pool if h.done]
        for h in pool:
            if h.done:
                continue
            logits = model.decode(torch.tensor([[sos, *h.ids]]), memory, real)[0, -1]
            log_probs = torch.log_softmax(logits.double(), -1)
            for token, log_p in enumerate(log_probs.tolist()):
                if log_p > -math.inf:
                    candidates.append(Hypothesis(h.ids + [token], h.log_p + log_p, eos))
        candidates.sort(key=lambda h: -h.score(alpha))
        pool = candidates[:beam]
    sentences = [h for h in pool if h.done]
    return [(h.ids, h.score(alpha)) for h in sentences]
