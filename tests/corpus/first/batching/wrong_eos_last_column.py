# wrong: make_batch pads the words first and then puts SOS and EOS around, so EOS follows the padding; shows when lengths differ
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    longest = max(len(s) for s in sentences)
    return torch.tensor([list(s) + [pad] * (longest - len(s)) for s in sentences], dtype=torch.int64)


def make_batch(pairs, sos, eos, pad):
    batch = []
    for side in (0, 1):
        words = pad_to_one_length([pair[side] for pair in pairs], pad).tolist()
        batch.append(torch.tensor([add_sos_eos(w, sos, eos) for w in words], dtype=torch.int64))
    return batch[0], batch[1]


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    n = decoder_input.shape[1]
    causal = torch.tril(torch.ones(n, n, dtype=torch.bool))
    return causal[None, :, :] & (decoder_input != pad)[:, None, :]


def loss_mask(labels, pad):
    return labels != pad
