"""Finished hypotheses do not compete with the live ones for a place in the beam: a different rule.

Some libraries search that way. Here a finished hypothesis keeps its place in the beam as long as it is
among the best, so that a beam of one is greedy decoding.
"""

import torch
from solution import best_continuations, length_penalty


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    def score(hypothesis):
        return hypothesis[1] / length_penalty(len(hypothesis[0]), alpha)

    source_keep = source != pad
    memory = model.encode(source, source_keep)
    live, finished = [([], 0.0)], []
    for _ in range(max_length):
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in live])
        rows = memory.expand(len(live), -1, -1), source_keep.expand(len(live), -1)
        logits = model.decode(decoder_input, *rows)[:, -1]
        so_far = torch.tensor([log_prob for _, log_prob in live])
        parents, tokens, totals = best_continuations(so_far, logits.log_softmax(dim=-1), 2 * beam)
        chosen = zip(parents.tolist(), tokens.tolist(), totals.tolist(), strict=True)
        grown = [(live[parent][0] + [token], total) for parent, token, total in chosen]
        finished += [h for h in grown[:beam] if h[0][-1] == eos]
        live = [h for h in grown if h[0][-1] != eos][:beam]
        if len(finished) >= beam or not live:
            break
    hypotheses = sorted(finished or live, key=score, reverse=True)[:beam]
    return [(h[0], score(h)) for h in hypotheses]
