# wrong: the memory is kept on the model and used again; shows on a second call with another source of the same model.
"""Greedy decoding."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, -1].argmax(dim=-1)


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    source_keep = source != pad
    if not hasattr(model, "memory"):
        model.memory = model.encode(source, source_keep)
    memory = model.memory
    ids = torch.full((len(source), 1), sos, dtype=torch.long)
    finished = torch.zeros(len(source), dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(ids, memory, source_keep))
        token = torch.where(finished, pad, token)
        ids = torch.cat([ids, token[:, None]], dim=1)
        finished = finished | (token == eos)
        if finished.all():
            break
    return ids[:, 1:]


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    result = []
    for row in ids.tolist():
        result.append(row[: row.index(eos)] if eos in row else row)
    return result
