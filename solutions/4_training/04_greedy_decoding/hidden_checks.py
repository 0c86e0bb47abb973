import numpy as np
import torch
from provided import TableModel

from grader.checks import check


def table_model(rng, lengths, sos, eos, pad, vocab_size, states):
    scores = np.array([rng.permutation(vocab_size) for _ in range(states)]) / 4
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


@check("a larger batch with padding, other ids and a limit is decoded", axes="batch position")
def many_sentences(impl, rng):
    source = sources(rng, rng.permutation([3, 9, 5, 6, 2, 9, 4]), 11, 14, 16)
    lengths = results(source, rng.permutation([9, 1, 4, 2, 12, 5, 6]))
    model = table_model(rng, lengths, sos=11, eos=14, pad=16, vocab_size=17, states=53)
    return impl.greedy_decode(model, source, 11, 14, 16, 10)


@check("sentences may end at once, and sentences of equal length end together")
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
