# wrong: target_mask hides the rows of padding queries instead of the columns of padding keys; shows as soon as there is padding
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    batch = torch.full((len(sentences), longest), pad, dtype=torch.int64)
    for row, s in enumerate(sentences):
        batch[row, : len(s)] = torch.tensor(s, dtype=torch.int64)
    return batch


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    past = torch.ones(length, length).tril().bool()
    real = (decoder_input != pad).unsqueeze(-1)
    return past.unsqueeze(0) & real


def loss_mask(labels, pad):
    return labels != pad
