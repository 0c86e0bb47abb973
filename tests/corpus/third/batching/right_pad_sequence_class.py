# right: a small class per vocabulary side with nn.utils.rnn.pad_sequence; the look-ahead part compares index grids; clones are returned instead of views.
from dataclasses import dataclass

import torch
from torch.nn.utils.rnn import pad_sequence


@dataclass
class Specials:
    sos: int
    eos: int
    pad: int

    def wrap(self, words):
        return add_sos_eos(words, self.sos, self.eos)

    def table(self, sentences):
        return pad_to_one_length([self.wrap(words) for words in sentences], self.pad)


def add_sos_eos(words, sos, eos):
    framed = [sos]
    framed.extend(words)
    framed += [eos]
    return framed


def pad_to_one_length(sentences, pad):
    rows = [torch.as_tensor(s, dtype=torch.long) for s in sentences]
    return pad_sequence(rows, batch_first=True, padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    specials = Specials(sos, eos, pad)
    return specials.table([p[0] for p in pairs]), specials.table([p[1] for p in pairs])


def shift_right(target):
    width = target.size(1)
    return target.narrow(1, 0, width - 1).clone(), target.narrow(1, 1, width - 1).clone()


def _real(ids, pad):
    return torch.logical_not(torch.eq(ids, pad))


def source_mask(source, pad):
    return _real(source, pad)


def target_mask(decoder_input, pad):
    where = torch.arange(decoder_input.size(1), device=decoder_input.device)
    not_after = where.view(1, 1, -1) <= where.view(1, -1, 1)
    return torch.logical_and(not_after, _real(decoder_input, pad).unsqueeze(1))


def loss_mask(labels, pad):
    return _real(labels, pad)
