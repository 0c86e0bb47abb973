"""Lists and loops only, until make_batch hands over tensors."""

import torch


def add_sos_eos(words, sos, eos):
    framed = [sos]
    for token in words:
        framed.append(token)
    framed.append(eos)
    return framed


def pad_to_one_length(sentences, pad):
    padded = [list(sentence) for sentence in sentences]
    while any(len(row) < len(other) for row in padded for other in padded):
        longest = max(len(row) for row in padded)
        for row in padded:
            if len(row) < longest:
                row.append(pad)
    return padded


def make_batch(pairs, sos, eos, pad):
    sources, targets = [], []
    for source, target in pairs:
        sources.append(add_sos_eos(source, sos, eos))
        targets.append(add_sos_eos(target, sos, eos))
    return torch.tensor(pad_to_one_length(sources, pad)), torch.tensor(pad_to_one_length(targets, pad))


def shift_right(target):
    rows = target.tolist()
    return [row[:-1] for row in rows], [row[1:] for row in rows]


def source_mask(source, pad):
    return [[bool(token != pad) for token in row] for row in source]


def target_mask(decoder_input, pad):
    mask = []
    for row in decoder_input:
        rows = [[k <= q and bool(row[k] != pad) for k in range(len(row))] for q in range(len(row))]
        mask.append(rows)
    return mask


def loss_mask(labels, pad):
    return [[bool(token != pad) for token in row] for row in labels]
