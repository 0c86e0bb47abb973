# wrong: target_mask puts the padding on the query axis, so padded keys stay visible and pad queries see nothing; rows with PAD in the input
import torch
from torch.nn.utils.rnn import pad_sequence


class Side:
    """One language of the batch."""

    def __init__(self, sos, eos, pad):
        self.sos, self.eos, self.pad = sos, eos, pad

    def wrap(self, words):
        return [self.sos] + [w for w in words] + [self.eos]

    def tensor(self, sentences):
        wrapped = [self.wrap(s) for s in sentences]
        rows = torch.full((len(wrapped), max(map(len, wrapped))), self.pad, dtype=torch.int64)
        for row, ids in zip(rows, wrapped):
            row[: len(ids)] = torch.tensor(ids)
        return rows


def add_sos_eos(words, sos, eos):
    return Side(sos, eos, None).wrap(words)


def pad_to_one_length(sentences, pad):
    tensors = [torch.tensor(s, dtype=torch.long) for s in sentences]
    return pad_sequence(tensors, batch_first=True, padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    side = Side(sos, eos, pad)
    return side.tensor([p[0] for p in pairs]), side.tensor([p[1] for p in pairs])


def shift_right(target):
    n = target.size(1) - 1
    return target.narrow(1, 0, n).clone(), target.narrow(1, 1, n).clone()


def source_mask(source, pad):
    return source.ne(pad)


def target_mask(decoder_input, pad):
    n = decoder_input.size(1)
    keep = source_mask(decoder_input, pad)
    future = torch.ones(n, n).triu(diagonal=1).bool()
    return keep.unsqueeze(2) & ~future


def loss_mask(labels, pad):
    return torch.logical_not(labels.eq(pad))
