# wrong: greedy_decode drops finished rows but numbers the rest anew, so tokens go to wrong sentences; ends at 2+ different steps
import numpy as np
import torch


def next_token(logits):
    return torch.from_numpy(np.argmax(logits.detach().numpy()[:, -1, :], axis=1))


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    out = np.full((len(source), max_length), pad, dtype=np.int64)
    rows = np.arange(len(source))
    ids = torch.full((len(source), 1), sos, dtype=torch.int64)
    length = 0
    while length < max_length and len(rows):
        tokens = next_token(model.decode(ids, memory, keep))
        out[rows, length] = tokens.numpy()
        length += 1
        ids = torch.cat([ids, tokens[:, None]], dim=1)
        alive = torch.nonzero(tokens != eos)[:, 0]
        ids, memory, keep = ids[alive], memory[alive], keep[alive]
        rows = alive.numpy()
    return torch.from_numpy(out[:, :length].copy())


def trim(ids, eos):
    ids = np.asarray(ids)
    before = np.cumsum(ids == eos, axis=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before)]
