"""Everything from the lengths: positions are compared with the length of each row."""

import torch


def add_sos_eos(sentence, sos, eos):
    framed = list(sentence)
    framed.insert(0, sos)
    framed.append(eos)
    return framed


def shift_right(sentence, sos, eos):
    target = list(sentence)
    target.append(eos)
    return [sos, *target[:-1]], target


def pad_to_one_length(sentences, pad):
    lengths = torch.tensor([len(sentence) for sentence in sentences])
    real = torch.arange(int(lengths.max())) < lengths[:, None]
    ids = torch.full(real.shape, pad)
    ids[real] = torch.tensor([token for sentence in sentences for token in sentence])
    return ids


def source_mask(source, pad):
    return loss_mask(source, pad)[:, None]


def target_mask(decoder_input, pad):
    real = loss_mask(decoder_input, pad)
    length = decoder_input.shape[1]
    mask = torch.zeros(len(decoder_input), length, length, dtype=torch.bool)
    for query in range(length):
        mask[:, query, : query + 1] = real[:, : query + 1]
    return mask


def loss_mask(target, pad):
    return torch.logical_not(torch.eq(target, pad))


def make_batch(pairs, sos, eos, pad):
    batch = {"source": pad_to_one_length([[sos, *source, eos] for source, _ in pairs], pad)}
    batch["decoder_input"] = pad_to_one_length([[sos, *target] for _, target in pairs], pad)
    batch["target"] = pad_to_one_length([[*target, eos] for _, target in pairs], pad)
    batch["source_mask"] = source_mask(batch["source"], pad)
    batch["target_mask"] = target_mask(batch["decoder_input"], pad)
    batch["loss_mask"] = loss_mask(batch["target"], pad)
    return batch
