import torch

from grader.checks import check


def sentences(rng, lengths, low=3, high=50):
    """Lists of ids, one of each length, in a random order."""
    return [rng.randint(low, high, size=n).tolist() for n in rng.permutation(lengths)]


def padded(rng, lengths, pad, low, high):
    """A batch of ids padded at the end, the lengths in a random order."""
    ids = rng.randint(low, high, size=(len(lengths), max(lengths)))
    for row, length in enumerate(rng.permutation(lengths)):
        ids[row, length:] = pad
    return torch.tensor(ids)


@check("add_sos_eos gives SOS, the words, EOS, and the caller's words stay as they were", axes="position; position")
def encoder_reads_sos_to_eos(impl, rng):
    words = rng.randint(3, 50, size=5).tolist()
    return impl.add_sos_eos(words, 1, 2), words


@check("short sentences are filled up at the end, to the length of the longest", axes="batch position")
def padded_to_the_longest(impl, rng):
    return impl.pad_to_one_length(sentences(rng, [2, 3, 5]), 7)


@check("a batch: SOS, the words, EOS, then padding up to the longest sentence of each side")
def batch_of_pairs(impl, rng):
    sources, targets = sentences(rng, [2, 3, 6]), sentences(rng, [1, 2, 4])
    source, target = impl.make_batch(list(zip(sources, targets, strict=True)), 1, 2, 51)
    return {"source": source, "target": target}


@check("a batch: both sides are int64 tensors, as an embedding needs them", follows="batch_of_pairs")
def batch_of_int64(impl, rng):
    sources, targets = sentences(rng, [2, 4]), sentences(rng, [3, 1])
    batch = impl.make_batch(list(zip(sources, targets, strict=True)), 1, 2, 51)
    kinds = [str(ids.dtype) if isinstance(ids, torch.Tensor) else type(ids).__name__ for ids in batch]
    return dict(zip(("source", "target"), kinds, strict=True))


@check("the decoder reads all columns but the last; the labels are all columns but the first")
def target_is_the_next_word(impl, rng):
    target = padded(rng, [3, 4, 6], 51, 3, 50)
    target[:, 0] = 1
    for row in target:
        row[(row != 51).sum() - 1] = 2
    decoder_input, labels = impl.shift_right(target)
    return {"decoder_input": decoder_input, "labels": labels, "the target afterwards": target}


@check("the source mask is True at real tokens and False at padding", axes="batch position")
def source_padding_is_hidden(impl, rng):
    ids = padded(rng, [2, 4, 7], 300, 301, 350)
    ids[:, 0] = torch.tensor(rng.permutation([0, 2, 9]))  # 0 is a word here
    return impl.source_mask(ids, 300)


@check("without padding the target mask hides the future and nothing else", axes="batch query key")
def target_hides_the_future(impl, rng):
    return impl.target_mask(torch.tensor(rng.randint(0, 50, size=(3, 5))), 50)


@check("with padding the target mask hides the future and the padding", axes="batch query key")
def target_hides_both(impl, rng):
    ids = padded(rng, [2, 3, 5], 6, 7, 50)
    ids[:, 0] = torch.tensor(rng.permutation([0, 2, 9]))
    return impl.target_mask(ids, 6)


@check("the loss counts every real token of the labels, EOS too", axes="batch position")
def loss_counts_real_tokens(impl, rng):
    pad = 5
    lengths = rng.permutation([1, 3, 6])
    ids = rng.randint(6, 50, size=(3, 7))
    for row, length in enumerate(lengths):
        ids[row, length], ids[row, length + 1 :] = 2, pad
        ids[row, rng.randint(0, length)] = 0  # a word like the others
    return impl.loss_mask(torch.tensor(ids), pad)


@check("the worked pairs give the worked batch and masks, and stay as they were", follows="batch_of_pairs")
def worked_batch(impl, rng):
    pairs = [([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])]
    source, target = impl.make_batch(pairs, 0, 1, 2)
    decoder_input, labels = impl.shift_right(target)
    ids = {"source": source, "target": target, "decoder_input": decoder_input, "labels": labels}
    return ids | {
        "source mask": impl.source_mask(source, 2),
        "target mask": impl.target_mask(torch.as_tensor(decoder_input), 2),
        "loss mask": impl.loss_mask(torch.as_tensor(labels), 2),
        "the pairs afterwards": pairs,
    }
