# wrong: beam_search ranks rightly but returns log P instead of log P / lp as the score; shows for alpha > 0
import heapq
from dataclasses import dataclass

import numpy as np
import torch


@dataclass(frozen=True)
class Hypothesis:
    ids: tuple
    log_p: float

    def ended(self, eos):
        return len(self.ids) > 0 and self.ids[-1] == eos

    def score(self, alpha):
        return self.log_p / length_penalty(len(self.ids), alpha)


def length_penalty(length: int, alpha: float) -> float:
    return float(np.exp(alpha * np.log((5 + length) / 6)))


def best_continuations(scores, log_probs, beam):
    table = np.asarray(scores)[:, None] + np.asarray(log_probs)
    order = np.argsort(-table, axis=None, kind="stable")[:beam]
    parents, tokens = np.unravel_index(order, table.shape)
    kept = table[parents, tokens]
    possible = np.isfinite(kept)
    return parents[possible], tokens[possible], kept[possible]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    hypotheses = [Hypothesis((), 0.0)]
    for _ in range(max_length):
        ended = [h for h in hypotheses if h.ended(eos)]
        going = [h for h in hypotheses if not h.ended(eos)]
        if not going:
            break
        decoder_input = torch.tensor([(sos, *h.ids) for h in going])
        n = len(going)
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].double().log_softmax(-1).detach().numpy()
        found = best_continuations(np.array([h.log_p for h in going]), log_probs, beam)
        new = [Hypothesis((*going[i].ids, int(w)), float(s)) for i, w, s in zip(*found)]
        hypotheses = heapq.nlargest(beam, ended + new, key=lambda h: h.score(alpha))
    return [(list(h.ids), h.log_p) for h in hypotheses]
