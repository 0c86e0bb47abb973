# right: plain loops and dictionaries, one decoder call per hypothesis, all continuations sorted
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
    hypotheses = [{"ids": [], "log_p": 0.0, "score": 0.0, "done": False}]
    while True:
        going_on = [h for h in hypotheses if not h["done"] and len(h["ids"]) < max_length]
        if not going_on:
            break
        candidates = [h for h in hypotheses if h["done"]]
        for h in going_on:
            logits = model.decode(torch.tensor([[sos] + h["ids"]]), memory, keep)
            log_probs = torch.log_softmax(logits[0, -1], dim=0).tolist()
            for token, log_p in enumerate(log_probs):
                if not log_p > -math.inf:
                    continue
                ids = h["ids"] + [token]
                total = h["log_p"] + log_p
                score = total / length_penalty(len(ids), alpha)
                candidates.append({"ids": ids, "log_p": total, "score": score, "done": token == eos})
        candidates.sort(key=lambda h: -h["score"])
        hypotheses = candidates[:beam]
    return [(h["ids"], h["score"]) for h in hypotheses]
