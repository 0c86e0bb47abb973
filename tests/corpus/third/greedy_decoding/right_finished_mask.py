# right: the usual torch loop with a boolean `finished` vector, torch.where and torch.cat; trim walks through lists.
import torch


def next_token(logits):
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    tokens = torch.full((len(source), 1), sos, dtype=torch.long, device=source.device)
    finished = torch.zeros(len(source), dtype=torch.bool, device=source.device)
    while tokens.shape[1] - 1 < max_length and not finished.all():
        token = next_token(model.decode(tokens, memory, source_keep))
        token = torch.where(finished, torch.full_like(token, pad), token)
        finished = finished | (token == eos)
        tokens = torch.cat([tokens, token[:, None]], dim=1)
    return tokens[:, 1:]


def trim(ids, eos):
    sentences = []
    for row in ids.tolist():
        if eos in row:
            row = row[: row.index(eos)]
        sentences.append(row)
    return sentences
