# wrong: continuations whose probability underflows to 0 are taken for impossible, although their log-probability is finite.
import torch


def length_penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def best_continuations(scores, log_probs, beam):
    total = scores[:, None] + log_probs
    parents, tokens = torch.nonzero(total.exp() > 0, as_tuple=True)
    values = total[parents, tokens]
    values, order = values.sort(descending=True)
    return parents[order][:beam], tokens[order][:beam], values[:beam]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    keep = source != pad
    memory = model.encode(source, keep)
    ids = torch.full((1, 1), sos)
    scores = torch.zeros(1, dtype=torch.float64)
    finished = []
    for length in range(1, max_length + 1):
        n = len(ids)
        logits = model.decode(ids, memory.expand(n, -1, -1), keep.expand(n, -1))
        parents, tokens, scores = best_continuations(scores, logits[:, -1, :].double().log_softmax(-1), beam)
        ids = torch.cat([ids[parents], tokens[:, None]], dim=1)
        penalty = length_penalty(length, alpha)
        everything = finished + [(float(s) / penalty, i) for i, s in enumerate(scores)]
        everything = sorted(everything, key=lambda pair: pair[0], reverse=True)[:beam]
        finished, rows = [], []
        for value, what in everything:
            if isinstance(what, list):
                finished.append((value, what))
            elif tokens[what] == eos:
                finished.append((value, ids[what, 1:].tolist()))
            else:
                rows.append(what)
        ids, scores = ids[rows], scores[rows]
        if not rows:
            break
    running = [(float(s) / length_penalty(max_length, alpha), row[1:].tolist()) for s, row in zip(scores, ids)]
    result = sorted(finished + running, key=lambda pair: pair[0], reverse=True)
    return [(what, value) for value, what in result]
