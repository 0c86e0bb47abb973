# wrong: next_token compares with >= while it walks through the logits, so of equally likely tokens the one with the largest id wins.
import torch


def next_token(logits):
    chosen = []
    for row in logits[:, -1].tolist():
        best_token, best_score = None, float("-inf")
        for token, score in enumerate(row):
            if score >= best_score:
                best_token, best_score = token, score
        chosen.append(best_token)
    return torch.tensor(chosen)


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source != pad
    memory = model.encode(source, keep)
    y = torch.full((len(source), 1), sos)
    over = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        t = next_token(model.decode(y, memory, keep))
        t = torch.where(over, torch.full_like(t, pad), t)
        over = over | (t == eos)
        y = torch.cat([y, t[:, None]], 1)
        if over.all():
            break
    return y[:, 1:]


def trim(ids, eos):
    trimmed = []
    for row in ids.tolist():
        if eos in row:
            del row[row.index(eos) :]
        trimmed.append(row)
    return trimmed
