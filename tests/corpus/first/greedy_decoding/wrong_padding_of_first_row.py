# wrong: greedy_decode makes source_keep from the first sentence for the whole batch; shows when sources differ in length
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    batch, length = source.shape
    source_keep = (source[0] != pad).expand(batch, length)
    memory = model.encode(source, source_keep)
    ids = torch.full((batch, 1), sos, dtype=torch.long)
    finished = torch.zeros(batch, dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep))
        token = token.masked_fill(finished, pad)
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
