# wrong: beam_search ranks new continuations with the penalty of their parent's length, one token too short; alpha > 0 and early EOS
import torch


def length_penalty(length, alpha):
    return pow((5.0 + length) / 6.0, alpha)


def best_continuations(scores, log_probs, beam):
    total = scores.unsqueeze(1) + log_probs
    parents, tokens = torch.nonzero(~torch.isneginf(total), as_tuple=True)
    values = total[parents, tokens]
    order = torch.argsort(values, descending=True)[:beam]
    return parents[order], tokens[order], values[order]


def beam_search(model, source, sos, eos, pad, max_length, beam, alpha):
    """A table of ids with one row per hypothesis; finished rows are filled up with pad."""
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    table = torch.tensor([[sos]])
    log_p = torch.zeros(1)
    lengths = torch.zeros(1, dtype=torch.long)
    done = torch.zeros(1, dtype=torch.bool)
    for step in range(1, max_length + 1):
        live = torch.nonzero(~done).flatten()
        if len(live) == 0:
            break
        n = len(live)
        logits = model.decode(table[live], memory.expand(n, -1, -1), source_keep.expand(n, -1))[:, -1, :]
        parents, tokens, new = best_continuations(log_p[live], logits.float().log_softmax(dim=-1), beam)
        rows = torch.cat([torch.nonzero(done).flatten(), live[parents]])
        last = torch.cat([torch.full((int(done.sum()),), pad), tokens])
        values = torch.cat([log_p[done], new])
        sizes = torch.cat([lengths[done], torch.full((len(tokens),), step)])
        ended = torch.cat([done[done], tokens == eos])
        before = torch.cat([lengths[done], lengths[live][parents]])
        ranked = values / length_penalty(before, alpha)
        order = ranked.argsort(descending=True)[:beam]
        table = torch.cat([table[rows[order]], last[order].unsqueeze(1)], dim=1)
        log_p, lengths, done = values[order], sizes[order], ended[order]
    final = (log_p / length_penalty(lengths, alpha)).tolist()
    return [(row[1 : 1 + size], score) for row, size, score in zip(table.tolist(), lengths.tolist(), final)]
