# right: a Hypothesis dataclass that knows its own score, one decode call per hypothesis, heapq.nlargest for the choice.
from dataclasses import dataclass, field
from heapq import nlargest

import torch


@dataclass(frozen=True)
class Hypothesis:
    ids: tuple = ()
    log_p: float = 0.0
    finished: bool = False
    alpha: float = field(default=0.0, repr=False)

    @property
    def score(self):
        return self.log_p / length_penalty(len(self.ids), self.alpha)

    def grow(self, token, log_p, eos):
        return Hypothesis(self.ids + (token,), log_p, token == eos, self.alpha)


def length_penalty(length: int, alpha: float) -> float:
    return pow((5.0 + length) / 6.0, alpha)


def best_continuations(scores, log_probs, beam):
    sums = scores.unsqueeze(1) + log_probs
    pairs = torch.isfinite(log_probs).nonzero()  # (possible, 2): parent and token
    values = sums[pairs[:, 0], pairs[:, 1]]
    order = values.argsort(descending=True)[:beam]
    return pairs[order, 0], pairs[order, 1], values[order]


class Decoder:
    def __init__(self, model, source, pad, sos):
        self.model, self.sos = model, sos
        self.keep = torch.logical_not(source == pad)
        self.memory = model.encode(source, self.keep)

    def continuations(self, hypothesis, beam, eos):
        ids = torch.tensor([(self.sos, *hypothesis.ids)])
        logits = self.model.decode(ids, self.memory, self.keep)[:, -1].double()
        start = torch.tensor([hypothesis.log_p], dtype=torch.float64)
        _, tokens, totals = best_continuations(start, logits.log_softmax(-1), beam)
        return [hypothesis.grow(t, p, eos) for t, p in zip(tokens.tolist(), totals.tolist())]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    decoder = Decoder(model, source, pad, sos)
    kept = [Hypothesis(alpha=alpha)]
    for _ in range(max_length):
        if all(h.finished for h in kept):
            break
        pool = []
        for h in kept:
            pool.extend([h] if h.finished else decoder.continuations(h, beam, eos))
        kept = nlargest(beam, pool, key=lambda h: h.score)
    return [(list(h.ids), h.score) for h in kept]
