import numpy as np
import torch
from provided import TableModel

from grader.checks import check


def table_model(rng, lengths, sos, eos, pad, vocab_size, states):
    scores = np.array([rng.permutation(vocab_size) for _ in range(states)]) / 4
    return TableModel(lengths, torch.tensor(scores), eos, silent=(sos, pad))


def sentences(rng, lengths, width, pad, low=30, high=70):
    """Padded sources, and how long the answer to each is."""
    source = rng.randint(low, high, size=(len(lengths), width))
    source[:, 0] = rng.permutation(np.arange(low, high))[: len(lengths)]
    for row, length in enumerate(lengths):
        source[row, length:] = pad
    return source


@check("a larger batch with padding, other ids and a limit is decoded", axes="batch position")
def many_sentences(impl, rng):
    source = sentences(rng, rng.permutation([3, 9, 5, 6, 2, 9, 4]), 9, pad=16)
    answers = dict(zip(source[:, 0].tolist(), rng.permutation([9, 1, 4, 2, 12, 5, 6]).tolist(), strict=True))
    model = table_model(rng, answers, sos=11, eos=14, pad=16, vocab_size=17, states=53)
    return impl.greedy_decode(model, torch.tensor(source), 11, 14, 16, 10)


@check("sentences may end at once, and sentences of equal length end together")
def ends_at_once(impl, rng):
    source = sentences(rng, [4, 4, 4], 4, pad=0)
    firsts = source[:, 0].tolist()
    found = []
    for answers in ([1, 3, 1], [2, 2, 2]):
        lengths = dict(zip(firsts, answers, strict=True))
        model = table_model(rng, lengths, sos=5, eos=3, pad=0, vocab_size=7, states=19)
        found.append(impl.greedy_decode(model, torch.tensor(source), 5, 3, 0, 6))
    return found


@check("sources of one token and a limit of one token give the first token of each answer", axes="batch position")
def a_limit_of_one(impl, rng):
    source = sentences(rng, [1, 1, 1, 1, 1], 1, pad=1)
    lengths = dict(zip(source[:, 0].tolist(), rng.permutation([1, 2, 3, 4, 5]).tolist(), strict=True))
    model = table_model(rng, lengths, sos=0, eos=2, pad=1, vocab_size=13, states=23)
    return impl.greedy_decode(model, torch.tensor(source), 0, 2, 1, 1)
