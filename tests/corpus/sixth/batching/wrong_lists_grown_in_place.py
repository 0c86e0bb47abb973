# wrong: add_sos_eos and pad_to_one_length change the caller's lists (insert, append, +=); results right, the lists afterwards are not.
import torch


def add_sos_eos(words, sos, eos):
    words.insert(0, sos)
    words.append(eos)
    return words


def pad_to_one_length(sentences, pad):
    length = max(map(len, sentences))
    for sentence in sentences:
        sentence += [pad] * (length - len(sentence))
    return torch.tensor(sentences, dtype=torch.long)


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
    return torch.logical_and(key <= query, decoder_input.ne(pad).unsqueeze(1))


def loss_mask(labels, pad):
    return labels.ne(pad)
