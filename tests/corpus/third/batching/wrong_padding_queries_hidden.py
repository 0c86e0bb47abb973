# wrong: target_mask also hides the rows of padding queries, which by the definition still see the real keys up to them.
import torch


def add_sos_eos(words, sos, eos):
    return [sos] + [w for w in words] + [eos]


def pad_to_one_length(sentences, pad):
    sizes = [len(s) for s in sentences]
    ids = torch.empty(len(sizes), max(sizes), dtype=torch.int64).fill_(pad)
    for i, (s, size) in enumerate(zip(sentences, sizes)):
        ids[i, :size] = torch.tensor(s, dtype=torch.int64)
    return ids


def make_batch(pairs, sos, eos, pad):
    source = pad_to_one_length([add_sos_eos(s, sos, eos) for s, _ in pairs], pad)
    target = pad_to_one_length([add_sos_eos(t, sos, eos) for _, t in pairs], pad)
    return source, target


def shift_right(target):
    batch, length = target.shape
    return target[:, : length - 1], target[:, 1:length]


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    keep = decoder_input != pad
    pairs_of_words = torch.einsum("bi,bj->bij", keep.long(), keep.long()).bool()
    return torch.tril(pairs_of_words)


def loss_mask(labels, pad):
    return labels != pad
