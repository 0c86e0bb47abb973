# wrong: greedy_decode fills finished sentences with EOS instead of pad; shows when the sentences of a batch differ in length
import numpy as np
import torch


def next_token(logits):
    return torch.from_numpy(np.argmax(logits.detach().numpy()[:, -1, :], axis=1))


def greedy_decode(model, source, sos, eos, pad, max_length):
    keep = source.ne(pad)
    memory = model.encode(source, keep)
    ids = np.full((len(source), 1), sos, dtype=np.int64)
    finished = np.zeros(len(source), dtype=bool)
    while ids.shape[1] <= max_length and not finished.all():
        tokens = next_token(model.decode(torch.from_numpy(ids), memory, keep)).numpy()
        tokens = np.where(finished, eos, tokens)
        finished = tokens == eos
        ids = np.concatenate([ids, tokens[:, None]], axis=1)
    return torch.from_numpy(ids[:, 1:].copy())


def trim(ids, eos):
    ids = np.asarray(ids)
    before = np.cumsum(ids == eos, axis=1) == 0
    return [row[keep].tolist() for row, keep in zip(ids, before)]
