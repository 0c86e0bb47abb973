# wrong: the padded table is made with torch.ones(...) * pad and so is float32: make_batch does not return int64 tensors, for any input.
import torch


def add_sos_eos(words, sos, eos):
    sentence = [sos]
    sentence += words
    sentence += [eos]
    return sentence


def pad_to_one_length(sentences, pad):
    rows = len(sentences)
    columns = max(len(s) for s in sentences)
    table = torch.ones((rows, columns)) * pad
    for r in range(rows):
        for c, word in enumerate(sentences[r]):
            table[r][c] = word
    return table


def make_batch(pairs, sos, eos, pad):
    sources = []
    targets = []
    for pair in pairs:
        sources.append(add_sos_eos(pair[0], sos, eos))
        targets.append(add_sos_eos(pair[1], sos, eos))
    return pad_to_one_length(sources, pad), pad_to_one_length(targets, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    mask = torch.ones(length, length).tril().unsqueeze(0) * (decoder_input != pad).unsqueeze(1)
    return mask == 1


def loss_mask(labels, pad):
    return labels != pad
