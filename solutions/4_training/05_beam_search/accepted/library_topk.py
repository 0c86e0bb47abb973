"""The library's topk, and tensors for the tokens; finished rows live in a list."""

import torch
from torch.nn import functional


def length_penalty(length, alpha):
    return torch.tensor((5.0 + length) / 6.0).pow(alpha)


def best_continuations(scores, log_probs, beam):
    totals = log_probs + scores.unsqueeze(1)
    best, places = torch.topk(totals.view(-1), min(beam, totals.numel()))
    places = places[torch.isfinite(best)]
    parents = torch.div(places, totals.size(1), rounding_mode="floor")
    return parents, torch.remainder(places, totals.size(1)), best[torch.isfinite(best)]


@torch.no_grad()
def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    decoder_input, totals = torch.full((1, 1), sos), torch.zeros(1)
    finished = []  # (ranked, tokens)
    for length in range(1, max_length + 1):
        n = len(decoder_input)
        logits = model.decode(decoder_input, memory.repeat(n, 1, 1), keep.repeat(n, 1))[:, -1, :]
        parents, tokens, totals = best_continuations(totals, functional.log_softmax(logits, dim=-1), beam)
        decoder_input = torch.cat([decoder_input[parents], tokens.unsqueeze(1)], dim=1)
        ranked = totals / length_penalty(length, alpha)
        # Who is among the best: the finished ones so far, and these?
        pool = torch.cat([torch.tensor([r for r, _ in finished]), ranked])
        kept = pool.topk(min(beam, len(pool))).indices
        stays = torch.isin(torch.arange(len(ranked)), kept - len(finished))
        ended = tokens == eos
        old = [pair for i, pair in enumerate(finished) if i in kept.tolist()]
        finished = old + [(float(ranked[i]), decoder_input[i]) for i in torch.nonzero(stays & ended).flatten().tolist()]
        decoder_input, totals, ranked = decoder_input[stays & ~ended], totals[stays & ~ended], ranked[stays & ~ended]
        if len(decoder_input) == 0:
            break
    finished += list(zip(ranked.tolist(), decoder_input, strict=True))
    finished.sort(key=lambda pair: -pair[0])
    return [(tokens[1:].tolist(), rank) for rank, tokens in finished]
