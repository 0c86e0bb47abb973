# wrong: shift_right puts SOS in front of a target that has it already: input SOS SOS w1 .., labels w1 w2 ..: shifted by two; every target
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    return torch.tensor([list(s) + [pad] * (longest - len(s)) for s in sentences], dtype=torch.int64)


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target):
    labels = target[:, 1:]
    start = target[:, :1]
    decoder_input = torch.cat([start, target[:, :-1]], dim=1)[:, : labels.shape[1]]
    return decoder_input, labels


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    n = decoder_input.shape[1]
    causal = torch.tril(torch.ones(n, n, dtype=torch.bool))
    return causal[None, :, :] & (decoder_input != pad)[:, None, :]


def loss_mask(labels, pad):
    return labels != pad
