# wrong: the predicted columns are collected in a mutable default argument, so the second call of greedy_decode still has the tokens of the first one in its result.
import torch


def next_token(logits: torch.Tensor) -> torch.Tensor:
    return logits[:, -1].argmax(dim=-1)


def _run(model, memory, source_keep, sos, eos, pad, max_length, predicted=[]):
    batch = memory.shape[0]
    decoder_input = torch.full((batch, 1), sos, dtype=torch.int64)
    finished = torch.zeros(batch, dtype=torch.bool)
    for _ in range(max_length):
        token = next_token(model.decode(decoder_input, memory, source_keep))
        token = torch.where(finished, pad, token)
        predicted.append(token)
        decoder_input = torch.cat([decoder_input, token[:, None]], dim=1)
        finished = finished | (token == eos)
        if finished.all():
            break
    return torch.stack(predicted, dim=1)


def greedy_decode(model, source, sos: int, eos: int, pad: int, max_length: int) -> torch.Tensor:
    source_keep = source != pad
    memory = model.encode(source, source_keep)
    return _run(model, memory, source_keep, sos, eos, pad, max_length)


def trim(ids: torch.Tensor, eos: int) -> list[list[int]]:
    return [row[: row.index(eos)] if eos in row else row for row in ids.tolist()]
