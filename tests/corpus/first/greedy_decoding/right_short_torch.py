# right: short torch, finished flags and torch.where
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    batch = source.shape[0]
    ids = torch.full((batch, 1), sos, dtype=torch.long)
    finished = torch.zeros(batch, dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep))
        token = torch.where(finished, torch.full_like(token, pad), token)
        ids = torch.cat([ids, token.unsqueeze(1)], dim=1)
        finished = finished | (token == eos)
        if finished.all():
            break
    return ids[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        if eos in row:
            row = row[: row.index(eos)]
        sentences.append(row)
    return sentences
