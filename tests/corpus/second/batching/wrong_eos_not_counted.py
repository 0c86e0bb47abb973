# wrong: loss_mask leaves out the last real token of each row, EOS; shows in every row that has a real token
import torch


def add_sos_eos(words, sos, eos):
    out = [sos]
    for w in words:
        out.append(w)
    out.append(eos)
    return out


def pad_to_one_length(sentences, pad):
    longest = 0
    for s in sentences:
        if len(s) > longest:
            longest = len(s)
    rows = []
    for s in sentences:
        row = s[:]
        while len(row) < longest:
            row.append(pad)
        rows.append(row)
    return rows


def make_batch(pairs, sos, eos, pad):
    sources = []
    targets = []
    for src, tgt in pairs:
        sources.append(add_sos_eos(src, sos, eos))
        targets.append(add_sos_eos(tgt, sos, eos))
    return torch.tensor(pad_to_one_length(sources, pad)), torch.tensor(pad_to_one_length(targets, pad))


def shift_right(target):
    inputs = []
    labels = []
    for row in target.tolist():
        inputs.append(row[:-1])
        labels.append(row[1:])
    return inputs, labels


def source_mask(source, pad):
    return [[token != pad for token in row] for row in source.tolist()]


def target_mask(decoder_input, pad):
    masks = []
    for row in decoder_input.tolist():
        n = len(row)
        mask = [[False] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                if row[j] != pad:
                    mask[i][j] = True
        masks.append(mask)
    return masks


def loss_mask(labels, pad):
    mask = []
    for row in labels.tolist():
        keep = [token != pad for token in row]
        for t in range(len(row) - 1, -1, -1):
            if keep[t]:
                keep[t] = False
                break
        mask.append(keep)
    return mask
