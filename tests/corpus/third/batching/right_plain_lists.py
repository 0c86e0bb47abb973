# right: pure Python lists and loops everywhere, a tensor is made only at the end of make_batch; masks are lists of lists of bool.
import torch


def _listed(ids):
    return ids.tolist() if hasattr(ids, "tolist") else [list(row) for row in ids]


def add_sos_eos(words, sos, eos):
    result = [sos]
    for word in words:
        result.append(word)
    result.append(eos)
    return result


def pad_to_one_length(sentences, pad):
    longest = 0
    for sentence in sentences:
        if len(sentence) > longest:
            longest = len(sentence)
    rows = []
    for sentence in sentences:
        row = list(sentence)
        while len(row) < longest:
            row.append(pad)
        rows.append(row)
    return rows


def make_batch(pairs, sos, eos, pad):
    sources, targets = [], []
    for source, target in pairs:
        sources.append(add_sos_eos(source, sos, eos))
        targets.append(add_sos_eos(target, sos, eos))
    return (
        torch.tensor(pad_to_one_length(sources, pad), dtype=torch.int64),
        torch.tensor(pad_to_one_length(targets, pad), dtype=torch.int64),
    )


def shift_right(target):
    rows = _listed(target)
    return [row[:-1] for row in rows], [row[1:] for row in rows]


def source_mask(source, pad):
    return [[token != pad for token in row] for row in _listed(source)]


def target_mask(decoder_input, pad):
    masks = []
    for row in _listed(decoder_input):
        n = len(row)
        masks.append([[j <= i and row[j] != pad for j in range(n)] for i in range(n)])
    return masks


def loss_mask(labels, pad):
    return [[token != pad for token in row] for row in _listed(labels)]
