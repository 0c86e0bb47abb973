# wrong: two mistakes: source and target are padded to one common length, and target_mask is True for what is hidden, as in nn.MultiheadAttention.
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    return torch.tensor([s + [pad] * (longest - len(s)) for s in sentences], dtype=torch.int64)


def make_batch(pairs, sos, eos, pad):
    sources = [add_sos_eos(p[0], sos, eos) for p in pairs]
    targets = [add_sos_eos(p[1], sos, eos) for p in pairs]
    everything = pad_to_one_length(sources + targets, pad)
    return everything[: len(pairs)], everything[len(pairs) :]


def shift_right(target):
    return target[:, :-1].clone(), target[:, 1:].clone()


def source_mask(source, pad):
    return source.ne(pad)


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    future = torch.triu(torch.ones(length, length, dtype=torch.bool), diagonal=1)
    padding = decoder_input.eq(pad)
    return future[None, :, :] | padding[:, None, :]


def loss_mask(labels, pad):
    return labels.ne(pad)
