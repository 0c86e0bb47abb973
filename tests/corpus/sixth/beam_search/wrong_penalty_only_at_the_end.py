# wrong: during the search hypotheses are ranked by log P, the penalty is only applied to the final scores; alpha > 0 and finished ones in the beam.
import math

import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = (scores.unsqueeze(1) + log_probs).flatten()
    best, where = total.sort(descending=True)
    kept = min(beam, int((total > -math.inf).sum()))
    best, where = best[:kept], where[:kept]
    return where // log_probs.shape[1], where % log_probs.shape[1], best


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]

    def rank(hypothesis):
        ids, log_p = hypothesis
        return log_p / length_penalty(len(ids), alpha)

    for _ in range(max_length):
        done = [h for h in hypotheses if h[0] and h[0][-1] == eos]
        going = [h for h in hypotheses if not h[0] or h[0][-1] != eos]
        if not going:
            break
        n = len(going)
        decoder_input = torch.tensor([[sos] + ids for ids, _ in going])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1].double(), dim=-1)
        scores = torch.tensor([log_p for _, log_p in going], dtype=torch.float64)
        parents, tokens, totals = best_continuations(scores, log_probs, beam)
        new = [
            (going[parent][0] + [token], total)
            for parent, token, total in zip(parents.tolist(), tokens.tolist(), totals.tolist(), strict=True)
        ]
        hypotheses = sorted(done + new, key=lambda h: h[1], reverse=True)[:beam]
    return [(ids, rank((ids, log_p))) for ids, log_p in sorted(hypotheses, key=rank, reverse=True)]
