# wrong: beam_search multiplies float32 probabilities and takes the log at the end; long or very unlikely sentences get 0 and vanish
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
    hypotheses = [([], torch.tensor(1.0), 0.0)]
    for step in range(max_length):
        candidates = [h for h in hypotheses if h[0] and h[0][-1] == eos]
        if step > 0 and len(candidates) == len(hypotheses):
            break
        for ids, p, _ in hypotheses:
            if ids and ids[-1] == eos:
                continue
            logits = model.decode(torch.tensor([[sos] + ids]), memory, keep)
            probs = p * torch.softmax(logits[0, -1], dim=0)
            for token in range(len(probs)):
                if probs[token] > 0:
                    score = math.log(probs[token]) / length_penalty(len(ids) + 1, alpha)
                    candidates.append((ids + [token], probs[token], score))
        hypotheses = sorted(candidates, key=lambda h: h[2], reverse=True)[:beam]
    return [(ids, score) for ids, p, score in hypotheses]
