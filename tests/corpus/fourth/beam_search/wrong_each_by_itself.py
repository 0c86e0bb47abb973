# wrong: every hypothesis keeps its own best continuation after the first step, so the beam is several greedy searches.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = (scores[:, None] + log_probs).flatten()
    possible = int((total > -torch.inf).sum())
    best, index = total.topk(min(beam, possible))
    vocab_size = log_probs.shape[1]
    return index // vocab_size, index % vocab_size, best


def step(model, ids, memory, keep, sos):
    logits = model.decode(torch.tensor([[sos] + ids]), memory, keep)
    return torch.log_softmax(logits[0, -1].double(), 0)


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    first = step(model, [], memory, keep, sos)
    _, tokens, scores = best_continuations(torch.zeros(1, dtype=first.dtype), first[None], beam)
    found = []
    for token, log_p in zip(tokens.tolist(), scores.tolist()):
        ids = [token]
        while ids[-1] != eos and len(ids) < max_length:
            log_probs = step(model, ids, memory, keep, sos)
            ids.append(int(log_probs.argmax()))
            log_p += float(log_probs.max())
        found.append((ids, log_p / length_penalty(len(ids), alpha)))
    return sorted(found, key=lambda pair: -pair[1])
