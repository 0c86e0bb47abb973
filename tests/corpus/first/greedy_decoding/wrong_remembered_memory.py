# wrong: greedy_decode keeps the memory per model and source shape between calls; a second batch of the same shape is translated wrongly
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length, memories={}):
    source_keep = source != pad
    key = (model, tuple(source.shape))
    if key not in memories:
        memories[key] = model.encode(source, source_keep)
    memory = memories[key]
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
