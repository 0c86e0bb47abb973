import numpy as np
import torch
from provided import TableModel

from grader.checks import check


def table_model(rng, lengths, sos, eos, pad, vocab_size, states):
    scores = np.array([rng.permutation(vocab_size) for _ in range(states)]) * (8 / vocab_size)  # EOS has 9
    return TableModel(lengths, torch.tensor(scores), eos, never=(sos, pad))


def sources(rng, words, sos, eos, pad, low=30, high=70):
    """Padded sources of so many words; their first words are all different."""
    firsts = rng.permutation(np.arange(low, high))[: len(words)]
    rows = [[sos, first, *rng.randint(low, high, size=n - 1), eos] for first, n in zip(firsts, words, strict=True)]
    longest = max(map(len, rows))
    return torch.tensor(np.array([row + [pad] * (longest - len(row)) for row in rows]))


def results(source, lengths):
    """How long the result for each source is: {its first word: length}."""
    return dict(zip(source[:, 1].tolist(), map(int, lengths), strict=True))


class Fast:
    """As TableModel, for long sentences: all positions at once."""

    def __init__(self, rng, lengths, eos, words=5):
        self.scores = torch.tensor(np.array([rng.permutation(words) // 2 for _ in range(31)]) / 4)  # with ties
        self.lengths, self.eos = lengths, eos  # {first word: length}

    def encode(self, source, source_keep):
        return (source * source_keep).cumsum(1)[:, :, None].double()

    def decode(self, decoder_input, memory, source_keep):
        del source_keep
        decoder_input, memory = torch.as_tensor(decoder_input).long(), torch.as_tensor(memory)
        heard = memory[:, -1].long()
        logits = self.scores[(3 * decoder_input.cumsum(1) + decoder_input + heard) % 31].clone()
        lengths = torch.tensor([self.lengths[int(first)] for first in memory[:, 1, 0] - memory[:, 0, 0]])
        ends = torch.arange(1, decoder_input.shape[1] + 1) == lengths[:, None]  # (batch, position)
        logits[:, :, : self.eos + 1] = -9.0
        logits[:, :, self.eos] = torch.where(ends, 9.0, -9.0)
        return logits


@check("long sentences and large batches are decoded and trimmed", parts="trimmed (sentence)")
def many_and_long(impl, rng):
    source = sources(rng, [2, 1], 1, 2, 0, low=100, high=200)
    model = Fast(rng, results(source, rng.permutation([264, 40])), eos=2)
    ids = torch.tensor(rng.randint(3, 9, size=(1, 300)))
    found = {"long": impl.greedy_decode(model, source, 1, 2, 0, 300), "trimmed": impl.trim(ids, 2)}
    source = sources(rng, [280, *[1] * 259], 1, 2, 0, low=100, high=400)
    model = Fast(rng, results(source, rng.randint(1, 3, size=260)), eos=2)
    return found | {"many": impl.greedy_decode(model, source, 1, 2, 0, 2)}


@check("each of many sentences gets its own token from a large vocabulary", axes="batch")
def large_logits(impl, rng):
    logits = 900 + np.array([[rng.permutation(270), rng.permutation(270)] for _ in range(260)]) / 4
    return impl.next_token(torch.tensor(logits))


@check("a larger batch with padding, other ids and a limit is decoded", axes="batch position")
def many_sentences(impl, rng):
    sos, eos, pad = 300 + rng.permutation(20)[:3]
    source = sources(rng, rng.permutation([3, 9, 5, 6, 2, 9, 4]), sos, eos, pad, low=100, high=300).T.contiguous().T
    lengths = results(source, rng.permutation([9, 1, 4, 2, 12, 5, 6]))
    model = table_model(rng, lengths, sos, eos, pad, vocab_size=320, states=53)
    return impl.greedy_decode(model, source, int(sos), int(eos), int(pad), 10)


@check("sentences may end at once, and sentences of equal length end together", parts="batch: sentence position")
def ends_at_once(impl, rng):
    source = sources(rng, [4, 4, 4], 5, 3, 0)
    found = []
    for lengths in ([1, 3, 1], [2, 2, 2]):
        model = table_model(rng, results(source, lengths), sos=5, eos=3, pad=0, vocab_size=7, states=19)
        found.append(impl.greedy_decode(model, source, 5, 3, 0, 6))
    return found


@check("sources of one word and a limit of one token give the first token of each result", axes="batch position")
def a_limit_of_one(impl, rng):
    source = sources(rng, [1, 1, 1, 1, 1], 0, 2, 1)
    lengths = results(source, rng.permutation([1, 2, 3, 4, 5]))
    model = table_model(rng, lengths, sos=0, eos=2, pad=1, vocab_size=13, states=23)
    return impl.greedy_decode(model, source, 0, 2, 1, 1)
