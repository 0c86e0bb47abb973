# wrong: beam_search counts SOS in the length it gives to length_penalty; shows for alpha > 0
import math

import torch


def length_penalty(length, alpha):
    return math.pow((5 + length) / 6, alpha)


def best_continuations(scores, log_probs, beam):
    candidates = []
    for h in range(len(scores)):
        start = float(scores[h])
        for w, log_p in enumerate(log_probs[h].tolist()):
            if start + log_p > -math.inf:
                candidates.append((start + log_p, h, w))
    candidates.sort(reverse=True)
    candidates = candidates[:beam]
    parents = torch.tensor([h for _, h, _ in candidates], dtype=torch.long)
    tokens = torch.tensor([w for _, _, w in candidates], dtype=torch.long)
    return parents, tokens, torch.tensor([score for score, _, _ in candidates])


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    hypotheses = [([sos], 0.0, 0.0)]
    for step in range(max_length):
        candidates = []
        for ids, log_p, score in hypotheses:
            if len(ids) > 1 and ids[-1] == eos:
                candidates.append((ids, log_p, score))
                continue
            logits = model.decode(torch.tensor([ids]), memory, keep)
            log_probs = torch.log_softmax(logits[0, -1], dim=0).tolist()
            for token, extra in enumerate(log_probs):
                if extra > -math.inf:
                    longer = ids + [token]
                    total = log_p + extra
                    candidates.append((longer, total, total / length_penalty(len(longer), alpha)))
        candidates.sort(key=lambda c: c[2], reverse=True)
        hypotheses = candidates[:beam]
        if all(ids[-1] == eos for ids, _, _ in hypotheses):
            break
    return [(ids[1:], score) for ids, _, score in hypotheses]
