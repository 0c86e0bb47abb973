# right: everything in tensors with a done flag and own lengths, nonzero and argsort
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
    lengths = torch.zeros(1, dtype=torch.long)
    done = torch.zeros(1, dtype=torch.bool)
    for step in range(max_length):
        rows = (~done).nonzero().flatten()
        if len(rows) == 0:
            break
        logits = model.decode(ids[rows], memory.expand(len(rows), -1, -1), keep.expand(len(rows), -1))
        parents, tokens, totals = best_continuations(log_p[rows], logits[:, -1].log_softmax(-1), beam)
        new = torch.cat([ids[rows[parents]], tokens[:, None]], dim=1)
        old = torch.cat([ids[done], torch.full((int(done.sum()), 1), pad)], dim=1)
        ids = torch.cat([old, new])
        log_p = torch.cat([log_p[done], totals])
        lengths = torch.cat([lengths[done], torch.full_like(tokens, step + 1)])
        done = torch.cat([done[done], tokens == eos])
        score = log_p / length_penalty(lengths.double(), alpha)
        best = score.argsort(descending=True)[:beam]
        ids, log_p, lengths, done, score = ids[best], log_p[best], lengths[best], done[best], score[best]
    return [(row[1 : n + 1], s) for row, n, s in zip(ids.tolist(), lengths.tolist(), score.tolist())]
