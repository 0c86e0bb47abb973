"""The beam starts with several copies of the same hypothesis, which all stay the same: greedy decoding, B times.

At the start there is one hypothesis, without tokens. Its continuations fill the beam.
"""

import torch
from solution import best_continuations, length_penalty


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    def score(hypothesis):
        return hypothesis[1] / length_penalty(len(hypothesis[0]), alpha)

    source_keep = source != pad
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)] * beam
    for _ in range(max_length):
        finished = [h for h in hypotheses if eos in h[0]]
        live = [h for h in hypotheses if eos not in h[0]]
        if not live:
            break
        decoder_input = torch.tensor([[sos, *ids] for ids, _ in live])
        rows = memory.expand(len(live), -1, -1), source_keep.expand(len(live), -1)
        logits = model.decode(decoder_input, *rows)[:, -1]
        so_far = torch.tensor([log_prob for _, log_prob in live])
        parents, tokens, totals = best_continuations(so_far, logits.log_softmax(dim=-1), beam)
        chosen = zip(parents.tolist(), tokens.tolist(), totals.tolist(), strict=True)
        grown = [(live[parent][0] + [token], total) for parent, token, total in chosen]
        hypotheses = sorted(finished + grown, key=score, reverse=True)[:beam]
    return [(h[0], score(h)) for h in hypotheses]
