# wrong: finished hypotheses are put aside and the beam is filled up with unfinished ones; shows with beam 2 where EOS ranks among the best two early.
"""Beam search."""

import torch


def length_penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores[:, None] + log_probs
    possible = int((total > -torch.inf).sum())
    values, index = total.flatten().topk(min(beam, possible))
    return index // log_probs.shape[1], index % log_probs.shape[1], values


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids, scores, done = [[sos]], torch.zeros(1), []
    for t in range(1, max_length + 1):
        n = len(ids)
        logits = model.decode(torch.tensor(ids), memory.expand(n, -1, -1), source_keep.expand(n, -1))
        parents, tokens, values = best_continuations(scores, logits[:, -1].log_softmax(-1), 2 * beam)
        new, new_scores = [], []
        for parent, token, value in zip(parents.tolist(), tokens.tolist(), values.tolist()):
            if token == eos:
                done.append((ids[parent][1:] + [eos], value / length_penalty(t, alpha)))
            elif len(new) < beam:
                new.append(ids[parent] + [token])
                new_scores.append(value)
        if not new or len(done) >= beam:
            break
        ids, scores = new, torch.tensor(new_scores)
    if len(done) < beam:
        done += [(row[1:], s / length_penalty(len(row) - 1, alpha)) for row, s in zip(ids, scores.tolist())]
    return sorted(done, key=lambda pair: pair[1], reverse=True)[:beam]
