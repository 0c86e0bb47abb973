# right: plain Python loops, padding returned as nested lists
import torch


def add_sos_eos(words: list[int], sos: int, eos: int) -> list[int]:
    sentence = [sos]
    for w in words:
        sentence.append(w)
    sentence.append(eos)
    return sentence


def pad_to_one_length(sentences, pad):
    longest = 0
    for sentence in sentences:
        if len(sentence) > longest:
            longest = len(sentence)
    rows = []
    for sentence in sentences:
        row = []
        for i in range(longest):
            row.append(sentence[i] if i < len(sentence) else pad)
        rows.append(row)
    return rows


def make_batch(pairs, sos, eos, pad):
    sources = []
    targets = []
    for src, tgt in pairs:
        sources.append(add_sos_eos(src, sos, eos))
        targets.append(add_sos_eos(tgt, sos, eos))
    return torch.LongTensor(pad_to_one_length(sources, pad)), torch.LongTensor(pad_to_one_length(targets, pad))


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
