# wrong: two mistakes: shift_right cuts sentences instead of positions (target[:-1], target[1:]), and target_mask hides the diagonal (j < i).
import torch


def add_sos_eos(words, sos, eos):
    out = [sos]
    out.extend(words)
    out.append(eos)
    return out


def pad_to_one_length(sentences, pad):
    n = max([len(s) for s in sentences])
    out = torch.full((len(sentences), n), pad)
    for i in range(len(sentences)):
        for j in range(len(sentences[i])):
            out[i, j] = sentences[i][j]
    return out


def make_batch(pairs, sos, eos, pad):
    src, tgt = zip(*pairs)
    src = [add_sos_eos(s, sos, eos) for s in src]
    tgt = [add_sos_eos(t, sos, eos) for t in tgt]
    return pad_to_one_length(src, pad), pad_to_one_length(tgt, pad)


def shift_right(target):
    decoder_input = target[:-1]
    labels = target[1:]
    return decoder_input, labels


def source_mask(source, pad):
    return source != pad


def target_mask(decoder_input, pad):
    batch, n = decoder_input.shape
    mask = torch.zeros(batch, n, n, dtype=torch.bool)
    for b in range(batch):
        for i in range(n):
            for j in range(i):
                mask[b, i, j] = decoder_input[b, j] != pad
    return mask


def loss_mask(labels, pad):
    return labels != pad
