import numpy as np
import torch

from grader.checks import check

# The statement's batch: SOS 0, EOS 1, PAD 2.
PAIRS = [([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])]
SOURCE = torch.tensor([[0, 3, 4, 5, 6, 7, 1], [0, 8, 5, 1, 2, 2, 2]])
TARGET = torch.tensor([[0, 3, 4, 5, 1], [0, 6, 1, 2, 2]])


def sentences(rng, lengths, low=60, high=600):
    """Lists of ids, one of each length, in a random order, with 0 as a word; the longest is not the largest."""
    made = [rng.randint(low, high, size=n).tolist() for n in rng.permutation(lengths)]
    for sentence in made:
        sentence[rng.randint(len(sentence))] = 0
    sorted(made, key=len)[(len(made) - 1) // 2][0] = high
    return made


def padded(rng, lengths, pad):
    """A batch of ids padded at the end, the lengths in a random order; 0 is a word of every sentence."""
    ids = rng.randint(301, 600, size=(len(lengths), max(lengths)))
    for row, length in enumerate(rng.permutation(lengths)):
        ids[row, rng.randint(length)] = 0
        ids[row, length:] = pad
    return torch.tensor(ids)


def padded_anywhere(rng, rows, columns, pad):
    """The first sentence has its padding in front; the others have padding between the words."""
    ids = rng.randint(301, 600, size=(rows, columns))
    ids[0, : rng.randint(1, columns - 1)] = pad
    for row in range(1, rows):
        ids[row, rng.randint(columns - 1)] = pad
    return torch.tensor(ids)


@check("add_sos_eos gives SOS, the words, EOS")
def encoder_reads_sos_to_eos(impl, rng):
    words = rng.randint(3, 600, size=5).tolist()
    words[rng.randint(5)] = 0  # a word like the others
    return {
        "a sentence": impl.add_sos_eos(words, 1, 2),
        "the same words with other special tokens": impl.add_sos_eos(words, 700, 2),
        "other words": impl.add_sos_eos(rng.randint(3, 50, size=5).tolist(), 1, 2),
        "the statement's 'thank you'": impl.add_sos_eos([8, 5], 0, 1),
    }


@check(
    "short sentences are padded at the end, to the length of the longest, with ids that can be looked up",
    parts="a batch: sentence position; looked up: sentence position; with another padding: sentence position; "
    "other sentences: sentence position; as many sentences as positions: sentence position; "
    "one sentence of one word: sentence position",
)
def padded_to_the_longest(impl, rng):
    some = sentences(rng, [2, 3, 5])
    return {
        "a batch": impl.pad_to_one_length(some, 7),
        "looked up": np.arange(1000)[np.asarray(impl.pad_to_one_length(some, 7))],
        "with another padding": impl.pad_to_one_length(some, 50),
        "other sentences": impl.pad_to_one_length(sentences(rng, [1, 4, 5]), 7),
        "as many sentences as positions": impl.pad_to_one_length(sentences(rng, [1, 2, 3, 4]), 9),
        "one sentence of one word": impl.pad_to_one_length([[int(rng.randint(60))]], 70),
    }


def pairs_of(rng, source_lengths, target_lengths):
    return list(zip(sentences(rng, source_lengths), sentences(rng, target_lengths), strict=True))


@check(
    "a batch: SOS, the words, EOS, then padding up to the longest sentence of each side",
    parts="the statement's pairs (source: pair position; target: pair position); "
    "three pairs (source: pair position; target: pair position); "
    "with other special tokens (source: pair position; target: pair position); "
    "three other pairs (source: pair position; target: pair position); "
    "as many pairs as positions (source: pair position; target: pair position); "
    "one pair (source: pair position; target: pair position)",
)
def batch_of_pairs(impl, rng):
    some = pairs_of(rng, [2, 3, 6], [1, 2, 4])
    return {
        "the statement's pairs": impl.make_batch(PAIRS, 0, 1, 2),
        "three pairs": impl.make_batch(some, 1, 2, 51),
        "with other special tokens": impl.make_batch(some, 700, 52, 800),
        "three other pairs": impl.make_batch(pairs_of(rng, [1, 4, 6], [2, 3, 4]), 1, 2, 51),
        "as many pairs as positions": impl.make_batch(pairs_of(rng, [1, 2, 1, 2], [2, 1, 2, 2]), 1, 2, 51),
        "one pair": impl.make_batch(pairs_of(rng, [2], [3]), 1, 2, 51),
    }


@check("a batch: both sides are int64 tensors, as an embedding needs them", follows="batch_of_pairs")
def batch_of_int64(impl, rng):
    batch = impl.make_batch(pairs_of(rng, [2, 4], [3, 1]), 1, 2, 51)
    kinds = [str(ids.dtype) if isinstance(ids, torch.Tensor) else type(ids).__name__ for ids in batch]
    return dict(zip(("source", "target"), kinds, strict=True))


@check(
    "the decoder reads all columns but the last; the labels are all columns but the first; both can be looked up",
    parts="the statement's target (decoder_input: sentence position; labels: sentence position); "
    "looked up (decoder_input: sentence position; labels: sentence position); "
    "a batch (decoder_input: sentence position; labels: sentence position); "
    "another batch (decoder_input: sentence position; labels: sentence position); "
    "as many sentences as positions (decoder_input: sentence position; labels: sentence position); "
    "as many sentences as labels (decoder_input: sentence position; labels: sentence position); "
    "one word (decoder_input: sentence position; labels: sentence position)",
)
def target_is_the_next_word(impl, rng):
    def target(lengths):
        ids = padded(rng, lengths, 51)
        ids[:, 0] = 1
        for row in ids:
            row[(row != 51).sum() - 1] = 2
        return ids

    return {
        "the statement's target": impl.shift_right(TARGET),
        "looked up": [np.arange(1000)[np.asarray(ids)] for ids in impl.shift_right(TARGET)],
        "a batch": impl.shift_right(target([3, 4, 6])),
        "another batch": impl.shift_right(target([3, 4, 6])),
        "as many sentences as positions": impl.shift_right(target([2, 3, 3, 4])),
        "as many sentences as labels": impl.shift_right(target([3, 4, 2])),
        "one word": impl.shift_right(target([3])[:, :2]),
    }


@check(
    "the source mask is True at real tokens and False at padding, wherever it is",
    parts="the statement's source: sentence position; a batch: sentence position; other ids: sentence position; "
    "padding elsewhere: sentence position; as many sentences as positions: sentence position",
)
def source_padding_is_hidden(impl, rng):
    ids = padded(rng, [2, 4, 7], 300)
    return {
        "the statement's source": impl.source_mask(SOURCE, 2),
        "a batch": impl.source_mask(ids, 300),
        "the batch if 0 is the padding": impl.source_mask(ids, 0),
        "other ids": impl.source_mask(padded(rng, [1, 3, 7], 300), 300),
        "padding elsewhere": impl.source_mask(padded_anywhere(rng, 2, 5, 7), 7),
        "as many sentences as positions": impl.source_mask(padded(rng, [1, 2, 3, 4], 300), 300),
        "one token": impl.source_mask(padded(rng, [1], 300), 300),
    }


@check(
    "without padding the target mask hides the future and nothing else",
    parts="a batch: sentence query key; as many sentences as positions: sentence query key; "
    "one sentence of one word: sentence query key",
)
def target_hides_the_future(impl, rng):
    size = rng.randint(4, 7)
    return {
        "a batch": impl.target_mask(torch.tensor(rng.randint(0, 50, size=(2, size))), 50),
        "as many sentences as positions": impl.target_mask(torch.tensor(rng.randint(0, 50, size=(3, 3))), 50),
        "one sentence of one word": impl.target_mask(torch.tensor(rng.randint(0, 50, size=(1, 1))), 50),
    }


@check(
    "with padding the target mask hides the future and the padding",
    parts="the statement's decoder input: sentence query key; a batch: sentence query key; "
    "other ids: sentence query key; as many sentences as positions: sentence query key",
)
def target_hides_both(impl, rng):
    ids = padded(rng, [2, 3, 5], 300)
    return {
        "the statement's decoder input": impl.target_mask(TARGET[:, :-1], 2),
        "a batch": impl.target_mask(ids, 300),
        "the batch if 0 is the padding": impl.target_mask(ids, 0),
        "other ids": impl.target_mask(padded(rng, [3, 4, 5], 300), 300),
        "as many sentences as positions": impl.target_mask(padded(rng, [1, 2, 3, 4], 300), 300),
    }


@check("the target mask hides padding in front of the words and between them", axes="sentence query key")
def target_hides_padding_anywhere(impl, rng):
    return impl.target_mask(padded_anywhere(rng, 3, 5, 300), 300)


@check(
    "the loss counts every real token of the labels, EOS too",
    parts="the statement's labels: sentence position; a batch: sentence position; other ids: sentence position; "
    "padding elsewhere: sentence position; as many sentences as positions: sentence position",
)
def loss_counts_real_tokens(impl, rng):
    ids = padded(rng, [2, 4, 7], 300)
    return {
        "the statement's labels": impl.loss_mask(TARGET[:, 1:], 2),
        "a batch": impl.loss_mask(ids, 300),
        "the batch if 0 is the padding": impl.loss_mask(ids, 0),
        "other ids": impl.loss_mask(padded(rng, [1, 3, 7], 300), 300),
        "padding elsewhere": impl.loss_mask(padded_anywhere(rng, 2, 5, 7), 7),
        "as many sentences as positions": impl.loss_mask(padded(rng, [1, 2, 3, 4], 300), 300),
        "one token": impl.loss_mask(padded(rng, [1], 300), 300),
    }
