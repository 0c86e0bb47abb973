"""numpy arrays, filled row by row; masks from lengths of slices and np.tri."""

import numpy as np


def add_sos_eos(sentence, sos, eos):
    return np.concatenate([[sos], sentence, [eos]]).astype(int)


def shift_right(sentence, sos, eos):
    return np.array([sos, *sentence]), np.array([*sentence, eos])


def pad_to_one_length(sentences, pad):
    ids = np.full((len(sentences), max(map(len, sentences))), pad)
    for row, sentence in zip(ids, sentences, strict=True):
        row[: len(sentence)] = sentence
    return ids


def source_mask(source, pad):
    return np.expand_dims(np.asarray(source) != pad, 1)


def target_mask(decoder_input, pad):
    ids = np.asarray(decoder_input)
    return np.tri(ids.shape[1], dtype=bool) & source_mask(ids, pad)


def loss_mask(target, pad):
    return ~(np.asarray(target) == pad)


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s in sources], pad)
    decoder_input, target = (
        pad_to_one_length(list(side), pad) for side in zip(*(shift_right(t, sos, eos) for t in targets), strict=True)
    )
    return {
        "source": source,
        "source_mask": source_mask(source, pad),
        "decoder_input": decoder_input,
        "target_mask": target_mask(decoder_input, pad),
        "target": target,
        "loss_mask": loss_mask(target, pad),
    }
