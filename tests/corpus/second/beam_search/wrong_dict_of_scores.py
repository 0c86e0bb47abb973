# wrong: best_continuations keeps the continuations in a dict by their sum, so of equally likely ones one remains; shows at ties
import math
from dataclasses import dataclass

import torch


def length_penalty(length, alpha):
    return math.exp(alpha * (math.log(5 + length) - math.log(6)))


@dataclass
class Hypothesis:
    ids: list
    log_p: float
    done: bool = False

    def score(self, alpha):
        return self.log_p / length_penalty(len(self.ids), alpha)


def best_continuations(scores, log_probs, beam):
    found = {}
    for parent, (score, row) in enumerate(zip(scores.tolist(), log_probs.tolist())):
        for token, log_p in enumerate(row):
            total = score + log_p
            if total != -math.inf:
                found[total] = (parent, token)
    triples = [(total, *found[total]) for total in sorted(found, reverse=True)[:beam]]
    return (
        torch.tensor([parent for _, parent, _ in triples], dtype=torch.long),
        torch.tensor([token for _, _, token in triples], dtype=torch.long),
        torch.tensor([total for total, _, _ in triples], dtype=log_probs.dtype),
    )


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    hypotheses = [Hypothesis([], 0.0)]
    while not all(h.done for h in hypotheses):
        candidates = []
        for h in hypotheses:
            if h.done:
                candidates.append(h)
                continue
            logits = model.decode(torch.tensor([[sos, *h.ids]]), memory, keep)[0, -1]
            log_probs = logits.double() - logits.double().logsumexp(0)
            for token, log_p in enumerate(log_probs.tolist()):
                if log_p > -math.inf:
                    ids = h.ids + [token]
                    candidates.append(Hypothesis(ids, h.log_p + log_p, token == eos or len(ids) == max_length))
        candidates.sort(key=lambda h: h.score(alpha), reverse=True)
        hypotheses = candidates[:beam]
    return [(h.ids, h.score(alpha)) for h in hypotheses]
