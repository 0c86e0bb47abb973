# wrong: pad_to_one_length (and so make_batch) holds the ids in uint8 before the cast to int64; ids over 255 wrap around
import numpy as np
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    length = max(len(s) for s in sentences)
    table = np.full((len(sentences), length), pad).astype(np.uint8)
    for row, sentence in zip(table, sentences):
        row[: len(sentence)] = np.array(sentence, dtype=np.int64).astype(np.uint8)
    return table.astype(np.int64)


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs)
    source, target = (
        torch.from_numpy(np.ascontiguousarray(pad_to_one_length([add_sos_eos(w, sos, eos) for w in side], pad)))
        for side in sides
    )
    return source, target


def shift_right(target):
    ids = np.array(target)
    return np.delete(ids, -1, axis=1), np.delete(ids, 0, axis=1)


def source_mask(source, pad):
    return np.not_equal(np.asarray(source), pad)


def target_mask(decoder_input, pad):
    ids = np.asarray(decoder_input)
    position = np.arange(ids.shape[1])
    past = position[None, :] <= position[:, None]
    return np.logical_and(past[None], (ids != pad)[:, np.newaxis, :])


def loss_mask(labels, pad):
    return ~np.equal(np.asarray(labels), pad)
