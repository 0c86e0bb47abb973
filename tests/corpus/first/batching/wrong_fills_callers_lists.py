# wrong: pad_to_one_length appends the padding to the caller's own lists; shows when sentences differ in length
import torch


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    sentence = [sos]
    for w in words:
        sentence.append(w)
    sentence.append(eos)
    return sentence


def pad_to_one_length(sentences, pad):
    longest = max([len(sentence) for sentence in sentences])
    for sentence in sentences:
        while len(sentence) < longest:
            sentence.append(pad)
    return torch.tensor(sentences, dtype=torch.long)


def make_batch(pairs, sos, eos, pad):
    sources = []
    targets = []
    for src, tgt in pairs:
        sources.append(add_sos_eos(src, sos, eos))
        targets.append(add_sos_eos(tgt, sos, eos))
    return pad_to_one_length(sources, pad), pad_to_one_length(targets, pad)


def shift_right(target):
    decoder_input = []
    labels = []
    for row in target.tolist():
        decoder_input.append(row[:-1])
        labels.append(row[1:])
    return torch.tensor(decoder_input), torch.tensor(labels)


def source_mask(source, pad):
    mask = []
    for row in source.tolist():
        mask.append([token != pad for token in row])
    return torch.tensor(mask)


def target_mask(decoder_input, pad):
    batch, n = decoder_input.shape
    mask = torch.zeros(batch, n, n, dtype=torch.bool)
    for b in range(batch):
        for query in range(n):
            for key in range(query + 1):
                mask[b, query, key] = bool(decoder_input[b, key] != pad)
    return mask


def loss_mask(labels, pad):
    mask = torch.ones(labels.shape, dtype=torch.bool)
    for b in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            if labels[b, t] == pad:
                mask[b, t] = False
    return mask
