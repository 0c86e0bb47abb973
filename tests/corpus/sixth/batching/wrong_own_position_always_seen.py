# wrong: target_mask keeps the diagonal always, so that no row is empty; a padding position sees itself.
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + list(words) + [eos]


def pad_to_one_length(sentences, pad):
    length = max(map(len, sentences))
    rows = [list(sentence) + [pad] * (length - len(sentence)) for sentence in sentences]
    return torch.tensor(rows, dtype=torch.long)


def make_batch(pairs, sos, eos, pad):
    sides = zip(*pairs, strict=True)
    source, target = (pad_to_one_length([add_sos_eos(words, sos, eos) for words in side], pad) for side in sides)
    return source, target


def shift_right(target):
    last = target.shape[1] - 1
    return target.narrow(1, 0, last).clone(), target.narrow(1, 1, last).clone()


def source_mask(source, pad):
    return source.ne(pad)


def target_mask(decoder_input, pad):
    position = torch.arange(decoder_input.shape[1], device=decoder_input.device)
    query, key = position.view(1, -1, 1), position.view(1, 1, -1)
    return ((key < query) & decoder_input.ne(pad).unsqueeze(1)) | (key == query)


def loss_mask(labels, pad):
    return labels.ne(pad)
