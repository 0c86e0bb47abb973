# wrong: two mistakes: after the first step every hypothesis only takes its own best token (B greedy searches), and log P is multiplied by the length penalty instead of divided.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    if len(scores) == 1:
        k = min(beam, int(log_probs.isfinite().sum()))
        values, tokens = log_probs[0].topk(k)
        return torch.zeros(k, dtype=torch.long), tokens, scores[0] + values
    values, tokens = log_probs.max(dim=-1)
    totals, order = (scores + values).sort(descending=True)
    return order, tokens[order], totals


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    sentences = [([], 0.0)]
    for step in range(max_length):
        finished = [s for s in sentences if s[0] and s[0][-1] == eos]
        running = [s for s in sentences if not (s[0] and s[0][-1] == eos)]
        if not running:
            break
        n = len(running)
        inputs = torch.tensor([[sos] + ids for ids, _ in running])
        logits = model.decode(inputs, memory.expand(n, -1, -1), source_keep.expand(n, -1))
        log_probs = torch.log_softmax(logits[:, -1], dim=-1)
        start = torch.tensor([p for _, p in running], dtype=log_probs.dtype)
        parents, tokens, totals = best_continuations(start, log_probs, beam)
        for i in range(len(tokens)):
            finished.append((running[parents[i]][0] + [tokens[i].item()], totals[i].item()))
        finished.sort(key=lambda s: s[1] * length_penalty(len(s[0]), alpha), reverse=True)
        sentences = finished[:beam]
    return [(ids, p * length_penalty(len(ids), alpha)) for ids, p in sentences]
