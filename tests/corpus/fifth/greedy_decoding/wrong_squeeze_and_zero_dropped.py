# wrong: two mistakes: next_token squeezes the batch away for one sentence (shape () instead of (1,)), and trim drops the word with the id 0.
"""Greedy decoding."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, -1:].argmax(dim=-1).squeeze()


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = torch.full((source.shape[0], 1), sos)
    finished = torch.zeros(source.shape[0], 1, dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep)).view(-1, 1)
        token = torch.where(finished, torch.tensor(pad), token)
        ids = torch.cat([ids, token], dim=1)
        finished = finished | (token == eos)
        if finished.all():
            break
    return ids[:, 1:]


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    result = []
    for row in ids.tolist():
        if eos in row:
            row = row[: row.index(eos)]
        result.append([token for token in row if token])
    return result
