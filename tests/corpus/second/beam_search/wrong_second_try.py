# wrong: length_penalty multiplies by alpha instead of raising to it; beam_search counts SOS in T and returns without EOS. Alpha not 0 or 1, EOS
import torch


def length_penalty(length, alpha):
    if alpha == 0:
        return 1.0
    return alpha * (5.0 + length) / 6.0


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
        sizes = torch.cat([lengths[done], torch.full((len(tokens),), step + 1)])
        ended = torch.cat([done[done], tokens == eos])
        ranked = values / length_penalty(sizes, alpha)
        order = ranked.argsort(descending=True)[:beam]
        table = torch.cat([table[rows[order]], last[order].unsqueeze(1)], dim=1)
        log_p, lengths, done = values[order], sizes[order], ended[order]
    final = (log_p / length_penalty(lengths, alpha)).tolist()
    return [([t for t in row[1:] if t not in (eos, pad)], score) for row, score in zip(table.tolist(), final)]
