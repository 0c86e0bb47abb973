# wrong: length_penalty remembers its values by length only, so a later call with another alpha gets the old number
import torch


_penalties = {}


def length_penalty(length, alpha):
    if length not in _penalties:
        _penalties[length] = ((5 + length) / 6) ** alpha
    return _penalties[length]


def best_continuations(scores, log_probs, beam):
    table = scores[:, None] + log_probs
    parents, tokens = torch.nonzero(table > float("-inf"), as_tuple=True)
    values = table[parents, tokens]
    order = values.argsort(descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    hypotheses = [([], 0.0)]
    score = lambda h: h[1] / length_penalty(len(h[0]), alpha)
    done = lambda h: h[0][-1:] == [eos]
    for step in range(max_length):
        open_ones = [h for h in hypotheses if not done(h)]
        if not open_ones:
            break
        n = len(open_ones)
        ids = torch.tensor([[sos] + words for words, _ in open_ones])
        logits = model.decode(ids, memory.expand(n, -1, -1), keep.expand(n, -1))
        so_far = torch.tensor([log_p for _, log_p in open_ones])
        new = [h for h in hypotheses if done(h)]
        for p, w, s in zip(*best_continuations(so_far, logits[:, -1].log_softmax(-1), beam)):
            new.append((open_ones[p][0] + [w.item()], s.item()))
        hypotheses = sorted(new, key=score, reverse=True)[:beam]
    return [(words, score((words, log_p))) for words, log_p in hypotheses]
