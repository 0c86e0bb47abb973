# wrong: the result is a table of max_length columns that is not cut; all sentences end before the limit.
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = torch.full((len(source), 1), sos, dtype=torch.int64, device=source.device)
    finished = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep))
        token = torch.where(finished, pad, token)
        ids = torch.cat([ids, token[:, None]], dim=1)
        finished = finished | (token == eos)
        if finished.all():
            break
    result = torch.full((len(source), max_length), pad, dtype=ids.dtype)
    result[:, : ids.shape[1] - 1] = ids[:, 1:]
    return result


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        sentences.append(row[: row.index(eos)] if eos in row else row)
    return sentences
