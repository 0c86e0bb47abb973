# wrong: two mistakes: short sentences are filled up with 0 whatever pad is, and source_mask / loss_mask test for 0 instead of pad; shows as soon as pad is not 0.
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + words + [eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    batch = torch.zeros(len(sentences), longest, dtype=torch.int64)
    for b, s in enumerate(sentences):
        batch[b, : len(s)] = torch.tensor(s)
    return batch


def make_batch(pairs, sos, eos, pad):
    source = [add_sos_eos(s, sos, eos) for s, t in pairs]
    target = [add_sos_eos(t, sos, eos) for s, t in pairs]
    return pad_to_one_length(source, pad), pad_to_one_length(target, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source > 0


def target_mask(decoder_input, pad):
    n = decoder_input.size(1)
    look_ahead = torch.tril(torch.ones(n, n)).bool()
    return look_ahead.unsqueeze(0) & (decoder_input != pad).unsqueeze(1)


def loss_mask(labels, pad):
    return labels > 0
