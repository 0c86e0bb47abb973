# wrong: source_mask counts the real tokens of a row and keeps that many from the left, which is wrong when the padding stands in front of (or between) the words.
import torch


def add_sos_eos(words, sos, eos):
    sentence = list(words)
    sentence.insert(0, sos)
    sentence.append(eos)
    return sentence


def pad_to_one_length(sentences, pad):
    length = max(len(sentence) for sentence in sentences)
    return torch.tensor([sentence + [pad] * (length - len(sentence)) for sentence in sentences])


def make_batch(pairs, sos, eos, pad):
    both = []
    for side in (0, 1):
        both.append(pad_to_one_length([add_sos_eos(pair[side], sos, eos) for pair in pairs], pad))
    return both[0], both[1]


def shift_right(target):
    decoder_input = target[:, : target.shape[1] - 1]
    labels = target[:, 1:]
    return decoder_input, labels


def source_mask(source, pad):
    lengths = (source != pad).sum(dim=1)
    positions = torch.arange(source.shape[1])
    return positions[None, :] < lengths[:, None]


def target_mask(decoder_input, pad):
    positions = torch.arange(decoder_input.shape[1])
    causal = positions[None, :] <= positions[:, None]
    return causal[None] & (decoder_input != pad)[:, None]


def loss_mask(labels, pad):
    return labels != pad
