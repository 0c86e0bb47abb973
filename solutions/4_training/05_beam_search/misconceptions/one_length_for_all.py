"""All hypotheses are divided by the penalty of the current step, finished ones as well.

A finished sentence keeps its length, and so its score. Use the penalty of its own length.
"""

import torch
from solution import best_continuations, length_penalty


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    hypotheses = [([], 0.0)]
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
        longest = length_penalty(len(grown[0][0]), alpha)
        hypotheses = sorted(finished + grown, key=lambda h: h[1], reverse=True)[:beam]
    return [(h[0], h[1] / longest) for h in hypotheses]
