# wrong: each sentence is decoded by itself with its own call of encode; the results are right, but encode is called once per sentence and not once with the whole batch.
"""Greedy decoding."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, -1].argmax(dim=-1)


def _decode_one(model, source, sos, eos, pad, max_length):
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    ids = [sos]
    while len(ids) <= max_length:
        token = int(next_token(model.decode(torch.tensor([ids]), memory, source_keep)))
        ids.append(token)
        if token == eos:
            break
    return ids[1:]


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    rows = [_decode_one(model, source[i : i + 1], sos, eos, pad, max_length) for i in range(len(source))]
    longest = max(len(row) for row in rows)
    return torch.tensor([row + [pad] * (longest - len(row)) for row in rows])


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    result = []
    for row in ids.tolist():
        result.append(row[: row.index(eos)] if eos in row else row)
    return result
