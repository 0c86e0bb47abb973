# right: the columns are collected in a list without touching finished sentences; everything after each row's first EOS is overwritten with pad afterwards (cumsum), by numpy.
import numpy as np
import torch


def next_token(logits):
    return torch.from_numpy(np.asarray(np.argmax(logits.detach().numpy()[:, -1], axis=-1)))


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = torch.logical_not(source == pad)
    memory = model.encode(source, keep)
    start = torch.full((source.shape[0],), sos)
    columns = [start]
    has_ended = np.zeros(source.shape[0], dtype=bool)
    for _ in range(max_length):
        columns.append(next_token(model.decode(torch.stack(columns, dim=1), memory, keep)))
        has_ended |= columns[-1].numpy() == eos
        if has_ended.all():
            break
    table = torch.stack(columns, dim=1)[:, 1:].numpy().copy()
    is_eos = (table == eos).astype(int)
    after = np.cumsum(is_eos, axis=1) - is_eos > 0
    table[after] = pad
    return torch.from_numpy(table)


def trim(ids, eos):
    table = np.asarray(ids)
    before_eos = np.cumsum(table == eos, axis=1) == 0
    return [row[mask].tolist() for row, mask in zip(table, before_eos)]
