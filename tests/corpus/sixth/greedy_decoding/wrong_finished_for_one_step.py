# wrong: finished is set anew at each step; a sentence that ended resumes one step after its pad.
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
        finished = token == eos
        if finished.all():
            break
    return ids[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        sentences.append(row[: row.index(eos)] if eos in row else row)
    return sentences
