# wrong: make_batch pads first and puts EOS into the last column, so in every shorter sentence EOS stands after the padding instead of right after the last word.
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    length = max(len(s) for s in sentences)
    rows = [list(s) + [pad for _ in range(length - len(s))] for s in sentences]
    return torch.tensor(rows, dtype=torch.int64)


def one_side(sentences, sos, eos, pad):
    length = max(len(s) for s in sentences)
    rows = []
    for s in sentences:
        padded = list(s) + [pad] * (length - len(s))
        rows.append(add_sos_eos(padded, sos, eos))
    return torch.tensor(rows, dtype=torch.int64)


def make_batch(pairs, sos, eos, pad):
    return one_side([p[0] for p in pairs], sos, eos, pad), one_side([p[1] for p in pairs], sos, eos, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    n = decoder_input.shape[1]
    return (decoder_input != pad)[:, None, :] & torch.ones(n, n, dtype=torch.bool).tril()[None]


def loss_mask(labels, pad):
    return labels != pad
