"""Everything from the lengths: positions are compared with the length of each row."""

import torch


def add_sos_eos(words, sos, eos):
    framed = list(words)
    framed.insert(0, sos)
    framed.append(eos)
    return framed


def pad_to_one_length(sentences, pad):
    lengths = torch.tensor([len(sentence) for sentence in sentences])
    real = torch.arange(int(lengths.max())) < lengths[:, None]
    ids = torch.full(real.shape, pad)
    ids[real] = torch.tensor([token for sentence in sentences for token in sentence])
    return ids


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([[sos, *words, eos] for words, _ in pairs], pad)
    target = pad_to_one_length([[sos, *words, eos] for _, words in pairs], pad)
    return source, target


def shift_right(target):
    positions = torch.arange(target.shape[1] - 1)
    return target[:, positions].clone(), target[:, positions + 1].clone()


def source_mask(source, pad):
    return torch.logical_not(torch.eq(source, pad))


def target_mask(decoder_input, pad):
    real = source_mask(decoder_input, pad)
    length = decoder_input.shape[1]
    mask = torch.zeros(len(decoder_input), length, length, dtype=torch.bool)
    for query in range(length):
        mask[:, query, : query + 1] = real[:, : query + 1]
    return mask


def loss_mask(labels, pad):
    return source_mask(labels, pad)
