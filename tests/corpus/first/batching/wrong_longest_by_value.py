# wrong: pad_to_one_length takes len(max(sentences)), the list that is largest, not longest, and cuts longer ones off; when they differ
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    length = len(max(sentences))
    rows = [(list(s) + [pad] * length)[:length] for s in sentences]
    return torch.tensor(rows, dtype=torch.int64)


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    n = decoder_input.shape[1]
    causal = torch.tril(torch.ones(n, n, dtype=torch.bool))
    return causal[None, :, :] & (decoder_input != pad)[:, None, :]


def loss_mask(labels, pad):
    return labels != pad
