import torch
from solution import add_sos_eos


def pad_to_one_length(sentences, pad):
    ids = torch.zeros(len(sentences), max(map(len, sentences)), dtype=torch.long)
    for row, sentence in enumerate(sentences):
        ids[row, : len(sentence)] = torch.tensor(sentence)
    return ids


def make_batch(pairs, sos, eos, pad):
    sources, targets = zip(*pairs, strict=True)
    return tuple(
        pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in (sources, targets)
    )
