# wrong: insert and append change the caller's sentences; pairs after make_batch.
import torch


def add_sos_eos(words, sos, eos):
    words.insert(0, sos)
    words.append(eos)
    return words


def pad_to_one_length(sentences, pad):
    longest = max(map(len, sentences))
    rows = [list(s) + [pad] * (longest - len(s)) for s in sentences]
    return torch.tensor(rows, dtype=torch.long)


def make_batch(pairs, sos, eos, pad):
    sides = ([], [])
    for pair in pairs:
        for side, words in zip(sides, pair):
            side.append(add_sos_eos(words, sos, eos))
    return pad_to_one_length(sides[0], pad), pad_to_one_length(sides[1], pad)


def shift_right(target):
    rows = target.tolist()
    before = [row[:-1] for row in rows]
    after = [row[1:] for row in rows]
    return torch.tensor(before, dtype=torch.long), torch.tensor(after, dtype=torch.long)


def source_mask(source, pad):
    return torch.tensor([[token != pad for token in row] for row in source.tolist()], dtype=torch.bool)


def target_mask(decoder_input, pad):
    mask = []
    for row in decoder_input.tolist():
        n = len(row)
        mask.append([[j <= i and row[j] != pad for j in range(n)] for i in range(n)])
    return torch.tensor(mask, dtype=torch.bool)


def loss_mask(labels, pad):
    return source_mask(labels, pad)
