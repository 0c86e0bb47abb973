# wrong: make_batch pads the words first and adds SOS and EOS then, so EOS stands after the padding; shows for unequal lengths
import torch


def add_sos_eos(words, sos, eos):
    out = [sos]
    for w in words:
        out.append(w)
    out.append(eos)
    return out


def pad_to_one_length(sentences, pad):
    longest = 0
    for s in sentences:
        if len(s) > longest:
            longest = len(s)
    rows = []
    for s in sentences:
        row = s[:]
        while len(row) < longest:
            row.append(pad)
        rows.append(row)
    return rows


def make_batch(pairs, sos, eos, pad):
    sources = pad_to_one_length([src for src, _ in pairs], pad)
    targets = pad_to_one_length([tgt for _, tgt in pairs], pad)
    sources = [add_sos_eos(row, sos, eos) for row in sources]
    targets = [add_sos_eos(row, sos, eos) for row in targets]
    return torch.tensor(sources), torch.tensor(targets)


def shift_right(target):
    inputs = []
    labels = []
    for row in target.tolist():
        inputs.append(row[:-1])
        labels.append(row[1:])
    return inputs, labels


def source_mask(source, pad):
    return [[token != pad for token in row] for row in source.tolist()]


def target_mask(decoder_input, pad):
    masks = []
    for row in decoder_input.tolist():
        n = len(row)
        mask = [[False] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                if row[j] != pad:
                    mask[i][j] = True
        masks.append(mask)
    return masks


def loss_mask(labels, pad):
    return [[token != pad for token in row] for row in labels.tolist()]
