# wrong: next_token squeezes its result, a batch of one sentence gives a number of shape () instead of (1,)
import numpy as np
import torch


def next_token(logits):
    last = torch.as_tensor(logits)[:, -1:, :]
    return torch.argmax(last, dim=-1).squeeze()


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    out = np.full((len(source), max_length), pad, dtype=np.int64)
    finished = np.zeros(len(source), dtype=bool)
    length = 0
    while length < max_length and not finished.all():
        start = np.full((len(source), 1), sos, dtype=np.int64)
        ids = torch.from_numpy(np.concatenate([start, out[:, :length]], axis=1))
        tokens = next_token(model.decode(ids, memory, keep)).numpy()
        out[:, length] = np.where(finished, pad, tokens)
        finished |= tokens == eos
        length += 1
    return torch.from_numpy(out[:, :length].copy())


def trim(ids, eos):
    ids = np.asarray(ids)
    before = np.cumsum(ids == eos, axis=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before)]
