"""Log-probabilities are added to scores that have already been divided by the penalty.

Keep log P of each hypothesis, add to that, and divide only to rank.
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
        grown = [
            (live[parent][0] + [token], total / length_penalty(len(live[0][0]) + 1, alpha))
            for parent, token, total in chosen
        ]
        hypotheses = sorted(finished + grown, key=lambda h: h[1], reverse=True)[:beam]
    return [(h[0], h[1]) for h in hypotheses]
