import torch
from solution import add_sos_eos
from torch.nn.utils.rnn import pad_sequence


def pad_to_one_length(sentences, pad):
    return pad_sequence([torch.tensor(sentence) for sentence in sentences], padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    return tuple(
        pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in (sources, targets)
    )
