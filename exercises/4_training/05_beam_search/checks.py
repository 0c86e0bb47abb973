import math

import numpy as np
import torch
from provided import TableModel

from grader.checks import check

SOS, EOS = 0, 1  # before the ids are mixed


def mixed(rng, vocab_size):
    """New ids for the tokens: what is known about the table's ids helps nobody."""
    return [int(new) for new in rng.permutation(vocab_size)]


def from_table(rng, table, vocab_size):
    """A model from {tokens so far: {next token: probability}}. Where the table ends, the sentence must end.

    returns the model and the ids of SOS, EOS and PAD; PAD is the last token and never predicted
    """
    new = mixed(rng, vocab_size)
    old = {token: number for number, token in enumerate([*new, vocab_size])}

    def row(tokens, heard):
        tokens = tuple(old[token] for token in tokens)
        chances = table.get(tokens, {EOS: 1.0} if EOS not in tokens else {2: 0.97, 3: 0.03})
        logits = [-math.inf] * (vocab_size + 1)
        for token, chance in chances.items():
            logits[new[token]] = math.log(chance) + 2 * len(tokens) - 1  # logits are not normalised
        return logits

    return TableModel(row, new[SOS]), (new[SOS], new[EOS], vocab_size)


def from_seed(rng, seeds, vocab_size, states=41, ending=0.0):
    """A model with tables from one of the seeds, which leave no decision closer than 0.01, and ids from `rng`."""
    new = mixed(rng, vocab_size)
    old = {token: number for number, token in enumerate([*new, vocab_size])}
    fixed = np.random.RandomState(seeds[rng.randint(len(seeds))])
    logits = 1.5 * fixed.normal(size=(states, vocab_size))
    shifts = fixed.permutation(states) / 10

    def row(tokens, heard):
        state = 5
        for token in tokens:
            state = (7 * state + 3 * old[token] + 1) % states
        values = logits[state] + shifts[state]
        values[SOS] = -math.inf
        values[EOS] += ending + 0.5 * len(tokens)
        if new[EOS] in tokens:
            values[2 + len(tokens) % 2] += 9.0  # very sure, and without a meaning
        return [*(float(values[old[token]]) for token in range(vocab_size)), -math.inf]

    return TableModel(row, new[SOS]), (new[SOS], new[EOS], vocab_size)


def named(found):
    """The pairs with names for their parts, so that messages can use them; anything else as it is."""
    if not isinstance(found, list) or not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in found):
        return found
    return [{"ids": pair[0], "score": pair[1]} for pair in found]


def source(rng, special, words=5):
    """A sentence (1, words + 2) with its SOS and EOS, without padding."""
    return torch.tensor([[special[0], *rng.randint(20, 50, size=words), special[1]]])


@check("the length penalty is ((5 + length) / 6) to the power of alpha")
def penalty_of_lengths(impl, rng):
    alpha = round(float(rng.uniform(1.2, 1.8)), 3)
    cases = (2, 1.0), (4, 1.0), (10, 0.6), *((length, value) for length in (1, 13) for value in (0.0, alpha, 2.0))
    return {f"length {length}, alpha {value:g}": impl.length_penalty(length, value) for length, value in cases}


@check(
    "the best continuations are chosen among all tokens of all hypotheses",
    parts="parents: kept; tokens: kept; scores: kept",
)
def among_all(impl, rng):
    totals = -(1 + rng.permutation(21).reshape(3, 7)) / 4  # quarters: all different, no decision is close
    row = int(rng.randint(3))
    totals[row, rng.permutation(7)[:2]] = [-0.125, -0.0625]  # the two best continue the same hypothesis
    scores = -(1 + rng.permutation(3)) / 2 - 3
    return impl.best_continuations(torch.tensor(scores), torch.tensor(totals - scores[:, None]), 5)


@check(
    "impossible continuations, and only these, are left out, so that there may be fewer than beam",
    parts="parents: kept; tokens: kept; scores: kept",
)
def fewer_than_beam(impl, rng):
    totals = -(1 + rng.permutation(16).reshape(4, 4)) / 4
    places = rng.permutation(16)
    totals.reshape(-1)[places[:11]] = -np.inf
    totals.reshape(-1)[places[11:13]] = -150, -2500  # hardly possible, and yet not impossible
    scores = -(1 + rng.permutation(4)) / 2
    every_second = np.repeat(totals - scores[:, None], 2, axis=1)
    return impl.best_continuations(torch.tensor(scores), torch.tensor(every_second)[:, ::2], 7)


@check(
    "a very unlikely token has a finite log-probability, and its sentence is found",
    parts="sentence",
    follows="fewer_than_beam",
)
def hardly_possible(impl, rng):
    new, last = mixed(rng, 5), -900.0 - rng.randint(100)  # a probability too small for a float

    def row(tokens, heard):
        logits = [-math.inf] * 6
        for token, logit in ((EOS, 0.0),) if tokens else ((2, 1.0), (3, 0.0), (4, last)):
            logits[new[token]] = logit
        return logits

    special = new[SOS], new[EOS], 5
    return named(impl.beam_search(TableModel(row, new[SOS]), source(rng, special), *special, 4, 4, 0.0))


@check(
    "where the greedy choice is misled, a beam of two finds the better sentence",
    parts="sentence",
    follows="among_all",
)
def greedy_is_wrong(impl, rng):
    io, ti, amo, molto = 2, 3, 4, 5
    table = {
        (): {io: 0.5, ti: 0.4, EOS: 0.1},
        (io,): {ti: 0.4, amo: 0.35, molto: 0.25},
        (ti,): {amo: 0.9, molto: 0.1},
        (io, ti): {amo: 0.6, molto: 0.4},
        (ti, amo): {molto: 0.8, EOS: 0.2},
        (io, ti, amo): {EOS: 0.55, molto: 0.45},
        (ti, amo, molto): {EOS: 0.95, ti: 0.05},
    }
    model, special = from_table(rng, table, 6)
    return named(impl.beam_search(model, source(rng, special), *special, 9, 2, 0.0))


@check(
    "the example in which a wider beam is worse, and a still wider one is not",
    parts="beam 1 (sentence); beam 2 (sentence); beam 3 (sentence)",
    follows="greedy_is_wrong",
)
def wider_is_worse(impl, rng):
    a, b, c = 2, 3, 4
    table = {
        (): {a: 0.5, b: 0.4, c: 0.1},
        (a,): {a: 0.39, b: 0.31, c: 0.3},
        (b,): {a: 0.51, b: 0.49},
        (a, a): {EOS: 0.9, a: 0.1},
        (b, a): {EOS: 0.3, a: 0.25, b: 0.24, c: 0.21},
        (b, b): {EOS: 0.3, a: 0.25, b: 0.24, c: 0.21},
    }
    model, special = from_table(rng, table, 5)
    words = source(rng, special)
    return {f"beam {beam}": named(impl.beam_search(model, words, *special, 3, beam, 0.0)) for beam in (1, 2, 3)}


@check("a beam of one is greedy decoding", parts="sentence", follows="among_all")
def beam_of_one(impl, rng):
    model, special = from_seed(rng, (7, 18, 33, 40), 7, ending=-1.0)
    return named(impl.beam_search(model, source(rng, special), *special, 8, 1, 0.0))


@check(
    "a wider beam finds more probable sentences (not always; with this model it does)",
    parts="beam 1 (sentence); beam 2 (sentence); beam 3 (sentence); beam 5 (sentence)",
    follows="beam_of_one",
)
def wider_beams(impl, rng):
    model, special = from_seed(rng, (7, 12, 30, 56), 7, ending=-1.0)
    words = source(rng, special)
    return {f"beam {beam}": named(impl.beam_search(model, words, *special, 7, beam, 0.0)) for beam in (1, 2, 3, 5)}


@check("a beam with room for all sentences finds all of them, the best first", parts="sentence", follows="among_all")
def room_for_all(impl, rng):
    model, special = from_seed(rng, (2, 24, 32, 43), 4, ending=1.0)
    return named(impl.beam_search(model, source(rng, special), *special, 3, 20, 0.0))


@check(
    "a finished sentence keeps its place and score while the others continue, until better ones push it out",
    parts="kept (sentence); pushed out (sentence)",
    follows="among_all",
)
def finished_are_kept(impl, rng):
    a, b, c = 2, 3, 4
    kept = {
        (): {a: 0.6, b: 0.4},
        (a,): {EOS: 0.5, b: 0.3, c: 0.2},
        (b,): {c: 0.9, EOS: 0.1},
        (b, c): {a: 0.8, b: 0.2},
        (b, c, a): {EOS: 0.7, a: 0.3},
        (a, b): {c: 0.6, a: 0.4},
    }
    pushed_out = {
        (): {b: 0.7, a: 0.3},
        (a,): {EOS: 0.7, c: 0.3},
        (b,): {c: 0.8, EOS: 0.2},
        (b, c): {a: 0.52, b: 0.48},  # both are ahead of the finished a
        (b, c, a): {EOS: 0.9, c: 0.1},
        (b, c, b): {EOS: 0.85, c: 0.15},
    }
    found = {}
    for name, table in (("kept", kept), ("pushed out", pushed_out)):
        model, special = from_table(rng, table, 5)
        words = source(rng, special, words=1)  # the result is longer than its source
        found[name] = named(impl.beam_search(model, words, *special, 9, 2, 0.0))
    return found


@check(
    "with a length penalty the longer of two good sentences wins, during the search and at its end",
    parts="alpha 0 (sentence); alpha 1 (sentence); alpha 1 and beam 3 (sentence)",
    follows="penalty_of_lengths",
)
def longer_wins(impl, rng):
    a, b, c = 2, 3, 4
    table = {
        (): {b: 0.6, a: 0.4},
        (a,): {EOS: 0.6, c: 0.4},
        (b,): {c: 0.7, EOS: 0.3},
        (b, c): {a: 0.512, b: 0.488},  # with alpha 1 both of them are ahead of the finished a, without it one is
        (b, c, a): {EOS: 0.9, c: 0.1},
        (b, c, b): {EOS: 0.8, c: 0.2},
    }
    model, special = from_table(rng, table, 5)
    words = source(rng, special)
    cases = {"alpha 0": (2, 0.0), "alpha 1": (2, 1.0), "alpha 1 and beam 3": (3, 1.0)}
    return {name: named(impl.beam_search(model, words, *special, 9, *case)) for name, case in cases.items()}


@check("at the length limit sentences without EOS are ranked with the others", parts="sentence", follows="among_all")
def length_limit(impl, rng):
    model, special = from_seed(rng, (6, 11, 12, 18), 6, ending=-1.0)
    return named(impl.beam_search(model, source(rng, special), *special, 4, 4, 0.6))


@check("two equally likely hypotheses are both kept", parts="sentence", follows="among_all")
def ties(impl, rng):
    a, b, c = 2, 3, 4
    table = {
        (): {a: 0.375, b: 0.375, c: 0.25},
        (a,): {c: 0.5, b: 0.25, EOS: 0.25},
        (b,): {c: 0.5, a: 0.375, EOS: 0.125},
        (a, c): {EOS: 0.75, a: 0.25},
        (b, c): {EOS: 0.25, a: 0.75},
        (b, c, a): {EOS: 0.875, a: 0.125},
    }
    model, special = from_table(rng, table, 5)
    return named(impl.beam_search(model, source(rng, special), *special, 9, 2, 0.0))


@check(
    "sentences may be less probable than the smallest number that a float can hold",
    parts="sentence",
    follows="among_all",
)
def improbable_sentences(impl, rng):
    a, b, c = 2, 3, 4
    table = {
        (): {a: 1.0, b: 1e-180},
        (a,): {EOS: 0.6, b: 0.4},
        (b,): {c: 0.7, a: 0.3, EOS: 1e-180},
        (b, c): {EOS: 1.0, a: 1e-120},
        (b, a): {EOS: 0.8, a: 0.2},
    }
    model, special = from_table(rng, table, 5)
    return named(impl.beam_search(model, source(rng, special), *special, 3, 12, 0.0))


@check("the encoder runs once, however long the sentences", parts="found (sentence)", follows="among_all")
def encoder_runs_once(impl, rng):
    model, special = from_seed(rng, (34, 42, 53, 54), 7, ending=-2.0)
    found = impl.beam_search(model, source(rng, special), *special, 6, 3, 0.0)
    return {"calls of the encoder": model.encoder_calls, "found": named(found)}


@check(
    "the padding of the source is hidden, from the encoder and from the decoder",
    parts="padded (sentence); not padded (sentence)",
    follows="among_all",
)
def source_padding_is_hidden(impl, rng):
    a, b, c = 2, 3, 4
    table = {
        (): {a: 0.6, b: 0.3, c: 0.1},
        (a,): {b: 0.7, EOS: 0.3},
        (b,): {c: 0.8, EOS: 0.2},
        (a, b): {EOS: 0.9, c: 0.1},
        (b, c): {EOS: 0.6, a: 0.4},
    }
    model, special = from_table(rng, table, 5)
    words = source(rng, special, 3)
    alone, exact = (1 + words.shape[1]) * int(words.sum()), model.row

    def row(tokens, heard):
        *logits, never = exact(tokens, heard)
        return [*logits, never] if heard == alone else [*np.roll(logits, 1), never]  # padding confuses it

    model.row = row
    padded = torch.nn.functional.pad(words, (0, 2), value=special[2])
    found = {"padded": padded, "not padded": words}
    return {name: named(impl.beam_search(model, ids, *special, 5, 2, 0.0)) for name, ids in found.items()}
