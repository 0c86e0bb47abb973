# wrong: target_mask keeps its masks in a module dict by shape and pad; a second batch of the same shape gets the mask of the first
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


_masks = {}


def target_mask(decoder_input, pad):
    key = (tuple(decoder_input.shape), pad)
    if key not in _masks:
        length = decoder_input.shape[1]
        past = torch.ones(length, length, dtype=torch.bool).tril()
        _masks[key] = past[None] & (decoder_input != pad)[:, None]
    return _masks[key].clone()


def loss_mask(labels, pad):
    return labels != pad
