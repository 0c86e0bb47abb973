# wrong: make_batch drops pairs with a side of no words; a sentence of none is SOS, EOS as any other.
import torch


def add_sos_eos(words, sos, eos):
    return [sos, *words, eos]


def pad_to_one_length(sentences, pad):
    length = max((len(sentence) for sentence in sentences))
    ids = torch.full((len(sentences), length), pad)
    for row, sentence in enumerate(sentences):
        ids[row, :len(sentence)] = torch.tensor(sentence)
    return ids


def make_batch(pairs, sos, eos, pad):
    pairs = [(source, target) for source, target in pairs if source and target]
    source = pad_to_one_length([add_sos_eos(words, sos, eos) for words, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(words, sos, eos) for _, words in pairs], pad)
    return source, target


def shift_right(target):
    decoder_input = target[:, :-1]
    labels = target[:, 1:]
    return (decoder_input, labels)


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    length = decoder_input.shape[1]
    no_future = decoder_input.new_ones(length, length, dtype=torch.bool).tril()
    no_padding = (decoder_input != pad)[:, None, :]
    return no_future & no_padding


def loss_mask(labels, pad):
    return labels != pad
