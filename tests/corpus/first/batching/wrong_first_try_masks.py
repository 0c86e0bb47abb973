# wrong: target_mask hides the diagonal and masks only ids over 0 instead of PAD; loss_mask also tests > 0 (PAD not 0, or a word with id 0)
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
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    n = decoder_input.shape[1]
    no_peek = torch.tril(torch.ones(n, n), diagonal=-1)
    no_peek[:, 0] = 1
    real = (decoder_input > 0).unsqueeze(1)
    return (no_peek.unsqueeze(0) * real).bool()


def loss_mask(labels, pad):
    return labels > 0
