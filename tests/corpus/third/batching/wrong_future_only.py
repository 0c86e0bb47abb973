# wrong: target_mask hides only the future, expanded over the batch; a padding key in front of the words (or the query's own padding) is kept.
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    from torch.nn.utils.rnn import pad_sequence

    return pad_sequence([torch.tensor(s, dtype=torch.int64) for s in sentences], batch_first=True, padding_value=pad)


def make_batch(pairs, sos, eos, pad):
    return (
        pad_to_one_length([add_sos_eos(source, sos, eos) for source, _ in pairs], pad),
        pad_to_one_length([add_sos_eos(target, sos, eos) for _, target in pairs], pad),
    )


def shift_right(target):
    return target[:, :-1], target[:, 1:]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    # the padding comes after the words, so whoever cannot see the future cannot see the padding
    batch, length = decoder_input.shape
    causal = torch.tril(torch.ones((length, length), dtype=torch.bool))
    return causal.expand(batch, length, length)


def loss_mask(labels, pad):
    return labels != pad
