import functools
import math

import numpy as np
import torch
from provided import TableModel

from grader.checks import check

SOS, EOS = 0, 1  # before the ids are mixed


def from_seed(rng, seeds, vocab_size, states=53, ending=0.0):
    """A model with tables from one of the seeds, which leave no decision closer than 0.01, and ids from `rng`.

    returns the model and the ids of SOS, EOS and PAD; PAD is the last token and never predicted
    """
    new = [int(token) for token in rng.permutation(vocab_size)]
    old = {token: number for number, token in enumerate([*new, vocab_size])}
    fixed = np.random.RandomState(seeds[rng.randint(len(seeds))])
    logits = 1.7 * fixed.normal(size=(states, vocab_size))
    shifts = fixed.permutation(states) / 10

    def row(tokens, heard):
        state = 8
        for token in tokens:
            state = (5 * state + 4 * old[token] + 1) % states
        values = logits[state] + shifts[state]
        values[SOS] = -math.inf
        values[EOS] += ending + 0.4 * len(tokens)
        if new[EOS] in tokens:
            values[2 + len(tokens) % 2] += 9.0
        return [*(float(values[old[token]]) for token in range(vocab_size)), -math.inf]

    return TableModel(row, new[SOS]), (new[SOS], new[EOS], vocab_size)


def source(rng, special, words):
    return torch.tensor([[special[0], *rng.randint(20, 50, size=words), special[1]]])


@check("another model, a wider beam and a length penalty", parts="sentence (ids; score)")
def another_model(impl, rng):
    model, special = from_seed(rng, (101, 102, 114, 122), 9, ending=-1.0)
    return impl.beam_search(model, source(rng, special, 3), *special, 8, 4, 0.8)


@check("a beam wider than the vocabulary, with a limit of two tokens", parts="sentence (ids; score)")
def wider_than_the_vocabulary(impl, rng):
    model, special = from_seed(rng, (107, 111, 119, 134), 5, ending=0.5)
    return impl.beam_search(model, source(rng, special, 1), *special, 2, 7, 0.5)


@check("a limit of one token gives the best first tokens", parts="sentence (ids; score)")
def a_limit_of_one(impl, rng):
    model, special = from_seed(rng, (105, 113, 124, 128), 11)
    return impl.beam_search(model, source(rng, special, 7), *special, 1, 4, 1.0)


@check(
    "one hypothesis may be continued several times, and many hypotheses not at all",
    parts="parents: kept; tokens: kept; scores: kept",
)
def many_from_one(impl, rng):
    totals = -(1 + rng.permutation(55).reshape(5, 11)) / 4
    row = int(rng.randint(5))
    totals[row, rng.permutation(11)[:6]] = -(1 + rng.permutation(6)) / 32
    scores = -(1 + rng.permutation(5)) / 2 - 2
    return impl.best_continuations(torch.tensor(scores), torch.tensor(totals - scores[:, None]), 8)


@check("large vocabularies, wide beams, and certain, very unlikely and equally likely continuations")
def large_tables(impl, rng):
    scores = -(1 + rng.permutation(3)) / 2**15
    totals = -(4 + rng.permutation(900).reshape(3, 300)) / 2**15  # probabilities near 1
    wide = impl.best_continuations(torch.tensor(scores), torch.tensor(totals - scores[:, None]), 270)
    improbable = np.array([[-3e10, -np.inf, -2e4], [-np.inf, -6e30, -np.inf]])
    few = impl.best_continuations(torch.zeros(2), torch.tensor(improbable), 5)
    equal = impl.best_continuations(torch.zeros(2), torch.tensor([[-1.0, -2.0], [-1.0, -2.0]]), 3)
    found = (("wide", wide), ("improbable", few))
    return {name: dict(zip(("parents", "tokens", "scores"), three, strict=True)) for name, three in found} | {
        "equally likely": {"scores": equal[2]}
    }


@check("ids, limit and beam may be large")
def large_ids(impl, rng):
    new = rng.permutation(np.arange(257, 300))[:5].tolist()  # SOS, EOS and three words; padding is 300
    tables = {(): {2: 0.6, 3: 0.3, 4: 0.1}, (2,): {3: 0.7, 1: 0.3}, (3,): {4: 0.8, 1: 0.2}, (2, 3): {1: 0.9, 4: 0.1}}
    words = torch.tensor([[new[SOS], *rng.randint(300, 900, size=7), new[EOS], 300, 300]])[:, ::2]
    heard = int((words * (words != 300)).sum()) * (1 + int((words != 300).sum()))

    @functools.cache
    def row(tokens, number):
        logits = [-math.inf] * 301
        for token, chance in tables.get(
            tuple(new.index(token) if token in new else 5 for token in tokens), {EOS: 1.0}
        ).items():
            logits[new[token if number == heard else (2, 1, 3, 4, 2)[token]]] = math.log(chance)
        return logits

    model = TableModel(row, new[SOS])
    found = {beam: impl.beam_search(model, words, new[SOS], new[EOS], 300, 290, beam, 0.5) for beam in (3, 260)}
    word, end = 2 + rng.randint(3), 70 + rng.randint(9)
    # A long sentence: one word is the likeliest until EOS is. SOS is 0, EOS 1, padding 5.
    rows = [[-math.inf, last, *(float(i == word) / 2 for i in (2, 3, 4)), -math.inf] for last in (0.0, 3.0)]
    long = TableModel(lambda tokens, _: rows[len(tokens) == end], 0)
    return found | {"long": impl.beam_search(long, words % 10 + 6, 0, 1, 5, 90, 1, 0.5)}
