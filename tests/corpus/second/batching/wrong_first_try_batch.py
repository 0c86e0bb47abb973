# wrong: make_batch sorts the pairs by length and gives the source no EOS; add_sos_eos changes the caller's list
import torch


def add_sos_eos(words, sos, eos):
    words.insert(0, sos)
    words.append(eos)
    return words


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    batch = torch.full((len(sentences), longest), pad, dtype=torch.int64)
    for row, s in enumerate(sentences):
        batch[row, : len(s)] = torch.tensor(s, dtype=torch.int64)
    return batch


def make_batch(pairs, sos, eos, pad):
    pairs = sorted(pairs, key=lambda pair: len(pair[0]), reverse=True)
    source = [[sos] + pair[0] for pair in pairs]
    target = [add_sos_eos(pair[1], sos, eos) for pair in pairs]
    return pad_to_one_length(source, pad), pad_to_one_length(target, pad)


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    past = torch.tril(torch.ones(length, length, dtype=torch.bool))
    return past & (decoder_input != pad)[:, None, :]


def loss_mask(labels, pad):
    return labels != pad
