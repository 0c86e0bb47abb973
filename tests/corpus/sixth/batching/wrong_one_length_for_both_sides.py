# wrong: source and target are padded to one common length; pairs whose longest sentences differ.
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(sentence) for sentence in sentences)
    ids = torch.full((len(sentences), longest), pad, dtype=torch.int64)
    for b, sentence in enumerate(sentences):
        ids[b, : len(sentence)] = torch.tensor(sentence, dtype=torch.int64)
    return ids


def make_batch(pairs, sos, eos, pad):
    rows = [add_sos_eos(words, sos, eos) for side in zip(*pairs) for words in side]
    ids = pad_to_one_length(rows, pad)
    return ids[: len(pairs)], ids[len(pairs) :]


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    past = torch.tril(torch.ones(length, length, dtype=torch.bool, device=decoder_input.device))
    real = decoder_input != pad
    return real[:, None, :] & past


def loss_mask(labels, pad):
    return labels != pad
