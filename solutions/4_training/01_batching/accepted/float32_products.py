"""Ids kept in single precision, and masks as products of ones and zeros."""

import itertools

import torch


def add_sos_eos(sentence, sos, eos):
    return tuple(itertools.chain((sos,), sentence, (eos,)))


def shift_right(sentence, sos, eos):
    framed = torch.tensor(add_sos_eos(sentence, sos, eos), dtype=torch.float32)
    return framed[:-1], framed[1:]


def pad_to_one_length(sentences, pad):
    lists = [sentence.tolist() if isinstance(sentence, torch.Tensor) else sentence for sentence in sentences]
    columns = list(itertools.zip_longest(*lists, fillvalue=pad))
    return torch.tensor(columns, dtype=torch.float32).T


def source_mask(source, pad):
    return (source != pad).reshape(len(source), 1, -1)


def target_mask(decoder_input, pad):
    ones = torch.ones(decoder_input.shape[1], decoder_input.shape[1], dtype=torch.float32)
    real = (decoder_input != pad).float()
    return torch.einsum("qk,bk->bqk", torch.tril(ones), real) > 0.5


def loss_mask(target, pad):
    return (target - pad).abs() > 0.5


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    decoder_input, target = (
        pad_to_one_length([shift_right(t, sos, eos)[side] for _, t in pairs], pad) for side in (0, 1)
    )
    masks = {
        "source_mask": source_mask(source, pad),
        "target_mask": target_mask(decoder_input, pad),
        "loss_mask": loss_mask(target, pad),
    }
    return {"source": source, "decoder_input": decoder_input, "target": target, **masks}
