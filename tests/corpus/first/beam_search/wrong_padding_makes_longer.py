# wrong: beam_search lets finished ones go on with pad at no cost and divides all by lp of the current step; alpha > 0, different ends
import torch


def length_penalty(length, alpha):
    return (5 + length) ** alpha / 6**alpha


def best_continuations(scores, log_probs, beam):
    table = scores[:, None] + log_probs
    parents, tokens = torch.nonzero(table > float("-inf"), as_tuple=True)
    values = table[parents, tokens]
    order = values.argsort(descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    ids = torch.full((1, 1), sos)
    log_p = torch.zeros(1)
    done = torch.zeros(1, dtype=torch.bool)
    for step in range(1, max_length + 1):
        n = len(ids)
        logits = model.decode(ids, memory.expand(n, -1, -1), keep.expand(n, -1))
        log_probs = logits[:, -1].log_softmax(-1)
        log_probs[done] = float("-inf")
        log_probs[done, pad] = 0.0
        parents, tokens, log_p = best_continuations(log_p, log_probs, beam)
        ids = torch.cat([ids[parents], tokens[:, None]], dim=1)
        done = done[parents] | (tokens == eos)
        score = log_p / length_penalty(step, alpha)
        if done.all():
            break
    result = []
    for row, s in zip(ids[:, 1:].tolist(), score.tolist()):
        if eos in row:
            row = row[: row.index(eos) + 1]
        result.append((row, s))
    return result
