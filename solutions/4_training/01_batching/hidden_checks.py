import torch

from grader.checks import check


@check(
    "a sentence of one word and an empty one get their special tokens and are shifted too",
    parts="one word, shifted (decoder_input; labels); none, shifted (decoder_input; labels)",
)
def very_short_sentences(impl, rng):
    word = int(rng.randint(3, 50))
    one, none = torch.tensor([[51, word, 50]]), torch.tensor([[51, 50]])
    return {
        "one word": impl.add_sos_eos([word], 51, 50),
        "one word, shifted": impl.shift_right(one),
        "none": impl.add_sos_eos([], 51, 50),
        "none, shifted": impl.shift_right(none),
    }


@check("padding works for a batch of one, for equal lengths, and with the pad id 0")
def other_lengths(impl, rng):
    lists = [rng.randint(1, 50, size=n).tolist() for n in (4, 4, 2, 0)]
    return {
        "one sentence": impl.pad_to_one_length(lists[2:3], 9),
        "equal lengths": impl.pad_to_one_length(lists[:2], 0),
        "one empty": impl.pad_to_one_length(lists[1:], 0),
    }


@check("the masks follow the ids: padding on the left, a column or a sentence of nothing but padding, one word")
def masks_of_other_batches(impl, rng):
    ids = rng.randint(0, 30, size=(3, 7))
    ids[0, : rng.randint(2, 5)] = ids[:, 6] = ids[2] = 31
    left = torch.tensor(ids)
    return {
        "source": impl.source_mask(left, 31),
        "target": impl.target_mask(left, 31),
        "loss": impl.loss_mask(left, 31),
        "one word": impl.target_mask(left[1:, :1], 31),
    }


@check("a pair gives the same rows in a batch of its own and next to a longer pair; a side may be empty")
def batch_neighbours(impl, rng):
    short, long = [
        (rng.randint(4, 500, size=n).tolist(), rng.randint(4, 500, size=m).tolist()) for n, m in ((3, 2), (4, 6))
    ]
    alone, beside = impl.make_batch([short], 3, 0, 2), impl.make_batch([long, short], 3, 0, 2)
    silent = impl.make_batch([short, (long[0], []), ([], [])], 3, 0, 2)
    return {
        f"{name}, {kind}": ids
        for kind, batch in (("alone", alone), ("beside", beside), ("beside silence", silent))
        for name, ids in zip(("source", "target"), batch, strict=True)
    }


@check(
    "hundreds of sentences, and sentences of hundreds of words",
    parts="many pairs (source; target); long pairs (source; target); many targets (decoder_input; labels); "
    "long targets (decoder_input; labels)",
)
def hundreds(impl, rng):
    short = [rng.randint(5, 999, size=n).tolist() for n in rng.randint(1, 3, size=260)]
    long = [rng.randint(5, 99_999, size=n).tolist() for n in rng.randint(280, 290, size=2)]
    many = torch.tensor(rng.randint(0, 3, size=(260, 3)))
    wide = torch.tensor(rng.randint(0, 900, size=(280, 2))).T  # a view
    wide[1, -20:] = 2
    return {
        "many sentences": impl.pad_to_one_length(short, 4),
        "long sentences": impl.pad_to_one_length(long, 4),
        "many pairs": impl.make_batch([(words, words[::-1]) for words in short], 2, 3, 4),
        "long pairs": impl.make_batch([(words, words[::-1]) for words in long], 2, 3, 4),
        "many targets": impl.shift_right(many),
        "long targets": impl.shift_right(wide),
        "source mask, many": impl.source_mask(many, 2),
        "source mask, long": impl.source_mask(wide, 2),
        "target mask, long": impl.target_mask(wide, 2),
        "loss mask, many": impl.loss_mask(many, 2),
        "loss mask, long": impl.loss_mask(wide, 2),
    }
