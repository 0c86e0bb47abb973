# right: a tensor full of pad, filled row by row; tril for the future.
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
    source = pad_to_one_length([add_sos_eos(pair[0], sos, eos) for pair in pairs], pad)
    target = pad_to_one_length([add_sos_eos(pair[1], sos, eos) for pair in pairs], pad)
    return source, target


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
