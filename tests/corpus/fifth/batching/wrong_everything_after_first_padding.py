# wrong: source_mask hides all tokens after the first padding (cumprod) and target_mask is the look-ahead mask alone; padding in the middle or in front, padded decoder input.
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    length = max(len(s) for s in sentences)
    ids = torch.full((len(sentences), length), pad, dtype=torch.int64)
    for row, sentence in zip(ids, sentences):
        row[: len(sentence)] = torch.tensor(sentence, dtype=torch.int64)
    return ids


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return (source != pad).long().cumprod(dim=1).bool()


def target_mask(decoder_input, pad):
    batch, n = decoder_input.shape
    return torch.ones(batch, n, n, dtype=torch.bool).tril()


def loss_mask(labels, pad):
    return labels != pad
