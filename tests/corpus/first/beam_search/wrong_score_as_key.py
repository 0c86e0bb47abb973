# wrong: beam_search collects the candidates in a dict with the score as key, so equally likely hypotheses overwrite each other
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
    hypotheses = {0.0: ([], 0.0)}
    for step in range(max_length):
        candidates = {}
        for score, (ids, log_p) in hypotheses.items():
            if ids and ids[-1] == eos:
                candidates[score] = (ids, log_p)
                continue
            logits = model.decode(torch.tensor([[sos] + ids]), memory, keep)
            for token, extra in enumerate(torch.log_softmax(logits[0, -1], dim=0).tolist()):
                if extra != -math.inf:
                    total = log_p + extra
                    candidates[total / length_penalty(step + 1, alpha)] = (ids + [token], total)
        best = sorted(candidates, reverse=True)[:beam]
        hypotheses = {score: candidates[score] for score in best}
        if all(ids[-1] == eos for ids, _ in hypotheses.values()):
            break
    return [(ids, score) for score, (ids, _) in hypotheses.items()]
