"""The library's helpers: max of the softmax for the choice, pad_sequence for the result."""

import torch
from torch.nn.utils.rnn import pad_sequence


def next_token(logits):
    _, ids = torch.softmax(logits[:, -1], dim=-1).max(dim=-1)
    return ids


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    decoder_input = source.new_full((source.size(0), 1), sos)
    while decoder_input.size(1) <= max_length and not decoder_input.eq(eos).any(dim=1).all():
        decoder_input = torch.cat(
            (decoder_input, next_token(model.decode(decoder_input, memory, keep)).unsqueeze(1)), dim=1
        )
    rows = []
    for row in decoder_input[:, 1:]:
        ends = row.eq(eos).nonzero()
        rows.append(row[: ends[0, 0] + 1] if len(ends) else row)
    return pad_sequence(rows, batch_first=True, padding_value=pad)


def trim(ids, eos):
    return [row[row.eq(eos).cumsum(0).eq(0)].tolist() for row in ids]
