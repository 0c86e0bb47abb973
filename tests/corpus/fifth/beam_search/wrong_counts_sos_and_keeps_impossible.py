# wrong: two mistakes: the length penalty counts SOS (shows with alpha above 0), and best_continuations keeps continuations of log-probability -inf (shows when fewer than beam are possible).
"""Beam search."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores.unsqueeze(1) + log_probs
    values, index = total.flatten().topk(min(beam, total.numel()))
    return index // total.shape[1], index % total.shape[1], values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    beams = [([sos], 0.0)]

    def rank(pair):
        ids, log_p = pair
        return log_p / length_penalty(len(ids), alpha)

    for _ in range(max_length):
        finished = [b for b in beams if b[0][-1] == eos]
        growing = [b for b in beams if b[0][-1] != eos]
        if not growing:
            break
        n = len(growing)
        decoder_input = torch.tensor([ids for ids, _ in growing])
        logits = model.decode(decoder_input, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = logits[:, -1].double().log_softmax(-1)
        scores = torch.tensor([s for _, s in growing], dtype=torch.float64)
        for p, w, s in zip(*[x.tolist() for x in best_continuations(scores, log_probs, beam)]):
            finished.append((growing[p][0] + [w], s))
        beams = sorted(finished, key=rank, reverse=True)[:beam]
    return [(b[0][1:], rank(b)) for b in beams]
