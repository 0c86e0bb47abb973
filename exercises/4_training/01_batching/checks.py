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


@check("the encoder reads SOS, the sentence, EOS, and the caller's sentence stays as it was", axes="position; position")
def encoder_reads_sos_to_eos(impl, rng):
    sentence = rng.randint(3, 50, size=5).tolist()
    return impl.add_sos_eos(sentence, 1, 2), sentence


@check("the decoder reads SOS and the sentence; the target is the sentence and EOS")
def target_is_the_next_word(impl, rng):
    sentence = rng.permutation(40)[:5].tolist()
    decoder_input, target = impl.shift_right(sentence, 51, 52)
    return {"decoder_input": decoder_input, "target": target, "the sentence afterwards": sentence}


@check("short sentences are filled up at the end, to the length of the longest", axes="batch position")
def padded_to_the_longest(impl, rng):
    return impl.pad_to_one_length(sentences(rng, [2, 3, 5]), 7)


@check("the source mask is True at real tokens, with one row for all queries", axes="batch query key")
def source_padding_is_hidden(impl, rng):
    ids = padded(rng, [2, 4, 7], 6, 7, 50)
    ids[:, 0] = torch.tensor(rng.permutation([0, 2, 9]))  # 0 is a word here
    return impl.source_mask(ids, 6)


@check("without padding the target mask hides the future and nothing else", axes="batch query key")
def target_hides_the_future(impl, rng):
    return impl.target_mask(torch.tensor(rng.randint(0, 50, size=(3, 5))), 50)


@check("with padding the target mask hides the future and the padding", axes="batch query key")
def target_hides_both(impl, rng):
    ids = padded(rng, [2, 3, 5], 6, 7, 50)
    ids[:, 0] = torch.tensor(rng.permutation([0, 2, 9]))
    return impl.target_mask(ids, 6)


@check("the loss counts every real token of the target, EOS too", axes="batch position")
def loss_counts_real_tokens(impl, rng):
    pad = 5
    lengths = rng.permutation([1, 3, 6])
    ids = rng.randint(6, 50, size=(3, 7))
    for row, length in enumerate(lengths):
        ids[row, length], ids[row, length + 1 :] = 2, pad
        ids[row, rng.randint(0, length)] = 0  # a word like the others
    return impl.loss_mask(torch.tensor(ids), pad)


@check("a batch: each side is padded by itself, after SOS and EOS are in place", follows="target_is_the_next_word")
def batch_of_pairs(impl, rng):
    sources, targets = sentences(rng, [2, 3, 6]), sentences(rng, [1, 2, 4])
    batch = impl.make_batch(list(zip(sources, targets, strict=True)), 1, 2, 51)
    return {name: batch[name] for name in ("source", "decoder_input", "target")}


@check("a batch: the three masks belong to its ids", follows="target_hides_both")
def masks_of_a_batch(impl, rng):
    sources, targets = sentences(rng, [2, 3, 6]), sentences(rng, [1, 2, 4])
    batch = impl.make_batch(list(zip(sources, targets, strict=True)), 1, 2, 51)
    return {name: batch[name] for name in ("source_mask", "target_mask", "loss_mask")}


@check("the worked pairs give the worked batch, and stay as they were", follows="batch_of_pairs")
def worked_batch(impl, rng):
    pairs = [([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])]
    batch = impl.make_batch(pairs, 0, 1, 2)
    names = ("source", "decoder_input", "target", "source_mask", "target_mask", "loss_mask")
    return {name: batch[name] for name in names} | {"the pairs afterwards": pairs}
