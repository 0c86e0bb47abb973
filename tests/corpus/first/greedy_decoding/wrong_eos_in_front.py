# wrong: trim takes EOS at place 0 for no EOS at all and keeps the whole row; shows for an empty sentence (EOS first)
import numpy as np
import torch


def next_token(logits):
    return torch.from_numpy(np.argmax(logits.detach().numpy()[:, -1, :], axis=1))


def greedy_decode(model, source, sos, eos, pad, max_length):
    source_keep = source.ne(pad)
    memory = model.encode(source, source_keep)
    out = np.full((len(source), max_length), pad, dtype=np.int64)
    rows = np.arange(len(source))
    length = 0
    while length < max_length and len(rows):
        start = np.full((len(rows), 1), sos, dtype=np.int64)
        decoder_input = torch.from_numpy(np.concatenate([start, out[rows, :length]], axis=1))
        alive = torch.from_numpy(rows)
        tokens = next_token(model.decode(decoder_input, memory[alive], source_keep[alive])).numpy()
        out[rows, length] = tokens
        length += 1
        rows = rows[tokens != eos]
    return torch.from_numpy(out[:, :length].copy())


def trim(ids, eos):
    sentences = []
    for row in np.asarray(ids):
        end = int(np.argmax(row == eos))
        if end == 0:
            end = len(row)
        sentences.append(row[:end].tolist())
    return sentences
