# wrong: two mistakes: the result is always max_length wide (shows when all end earlier), and trim uses argmax, which is 0 for a row without EOS (shows on a sentence cut by the limit).
"""Greedy decoding."""

import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return torch.argmax(logits[:, -1, :], dim=-1)


def greedy_decode(model, source: torch.Tensor, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    batch = source.shape[0]
    result = torch.full((batch, max_length + 1), pad)
    result[:, 0] = sos
    done = torch.zeros(batch, dtype=torch.bool)
    for t in range(max_length):
        tokens = next_token(model.decode(result[:, : t + 1], memory, source_keep))
        tokens[done] = pad
        result[:, t + 1] = tokens
        done |= tokens == eos
        if bool(done.all()):
            break
    return result[:, 1:]


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    ends = (ids == eos).int().argmax(dim=1)
    return [row[:end].tolist() for row, end in zip(ids, ends)]
