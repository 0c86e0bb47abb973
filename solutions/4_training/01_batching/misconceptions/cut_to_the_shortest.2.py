import torch
from solution import add_sos_eos


def pad_to_one_length(sentences, pad):
    length = min(map(len, sentences))
    return torch.tensor([sentence[:length] for sentence in sentences])


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    return tuple(
        pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in (sources, targets)
    )
