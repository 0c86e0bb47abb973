import numpy as np
import torch
from provided import TableModel

from grader.checks import check


def table_model(rng, lengths, sos, eos, pad, vocab_size=11, states=31):
    """Scores are quarters, all different within a row: no decision is close."""
    scores = np.array([rng.permutation(vocab_size) for _ in range(states)]) / 4
    return TableModel(lengths, torch.tensor(scores), eos, never=(sos, pad))


def sources(rng, firsts, sos, eos, pad, words, low=12, high=40):
    """Padded sources of so many words. The first word of each decides how long the model's result is."""
    rows = [[sos, int(first), *rng.randint(low, high, size=n - 1), eos] for first, n in zip(firsts, words, strict=True)]
    longest = max(map(len, rows))
    return torch.tensor([row + [pad] * (longest - len(row)) for row in rows])


PAD, SOS, EOS, TI, AMO, MOLTO, GRAZIE = range(7)
WORDS = ["PAD", "SOS", "EOS", "Ti", "amo", "molto", "Grazie"]
#                 PAD SOS EOS  Ti   amo  molto Grazie
LOVE_YOU = [
    [0, 0, 0.05, 0.70, 0.15, 0.10, 0],
    [0, 0, 0.05, 0.05, 0.80, 0.10, 0],
    [0, 0, 0.20, 0.05, 0.05, 0.70, 0],
    [0, 0, 0.90, 0.02, 0.03, 0.05, 0],
]
THANK_YOU = [[0, 0, 0.1, 0, 0, 0, 0.9], *[[0, 0, 0.8, 0, 0, 0.05, 0.15]] * 3]


class Printed:
    """The model of the worked example; its probabilities serve as logits."""

    def encode(self, source, source_keep):
        return torch.stack([source * source_keep] * 2, dim=-1).double()

    def decode(self, decoder_input, memory, source_keep):
        del source_keep
        table = torch.tensor([LOVE_YOU, THANK_YOU])[(memory[:, 1, 0] == 15).long()]  # (batch, step, vocab_size)
        return table[:, torch.arange(decoder_input.shape[1]).clamp(max=3)]


@check("each step of the worked example predicts its token", parts="step: batch")
def worked_steps(impl, rng):
    del rng
    return [impl.next_token(torch.tensor([LOVE_YOU[:steps]])) for steps in (1, 2, 3, 4)]


@check(
    "the batch of the worked example is decoded, with and without the limit",
    parts="words (sentence (word))",
    follows="worked_steps",
)
def worked_batch(impl, rng):
    del rng
    source = torch.tensor([[SOS, 10, 11, 12, 13, 14, EOS], [SOS, 15, 12, EOS, PAD, PAD, PAD]])
    found = {f"limit {limit}": impl.greedy_decode(Printed(), source, SOS, EOS, PAD, limit) for limit in (9, 3)}
    return found | {"words": [[WORDS[token] for token in np.asarray(ids)] for ids in found["limit 9"]]}


@check("the next token is the most likely one at the last position of each sentence", axes="batch")
def last_position(impl, rng):
    logits = np.array([[rng.permutation(7) for _ in range(5)] for _ in range(3)]) / 2 - 2
    best = rng.permutation(7)
    for row, largest in enumerate(rng.permutation([-5, 0, 5])):  # a row may be negative, and 0 is a logit like others
        logits[row, -1] -= 4 - largest
        logits[row, -1, best[row]] = largest
        logits[row, 0, best[row + 3]] = 7  # at the last position another token wins than at the first
    return impl.next_token(torch.tensor(logits.transpose(2, 0, 1).copy()).permute(1, 2, 0))  # a view, not contiguous


@check("of equally likely tokens the one with the smallest id is taken", axes="batch")
def equally_likely(impl, rng):
    logits = rng.randint(-4, 2, size=(3, 4, 9)) / 2
    for row in range(3):
        logits[row, -1, rng.permutation(9)[: 2 + row]] = 3
    return impl.next_token(torch.tensor(logits))


@check(
    "a single sentence is predicted token by token until its EOS, then another one by the same model",
    parts="sentence: batch position",
    follows="last_position",
)
def one_sentence(impl, rng):
    model = table_model(rng, {20: 6, 21: 4}, sos=1, eos=2, pad=0)
    return [impl.greedy_decode(model, sources(rng, [first], 1, 2, 0, [4]), 1, 2, 0, 9) for first in (20, 21)]


@check(
    "each sentence of a batch continues until its own EOS, then only padding follows",
    axes="batch position",
    follows="last_position",
)
def each_stops_by_itself(impl, rng):
    model = table_model(rng, {20: 3, 21: 7, 22: 5, 23: 2}, sos=4, eos=0, pad=9)
    firsts = [*rng.permutation([20, 23]), 21, 22]  # neither the first nor the last is the longest
    return impl.greedy_decode(model, sources(rng, firsts, 4, 0, 9, [3] * 4), 4, 0, 9, 10)  # longer than its source


@check(
    "at most max_length tokens are predicted, and a sentence that has not ended then has no EOS",
    axes="batch position",
    follows="last_position",
)
def length_limit(impl, rng):
    model = table_model(rng, {20: 3, 21: 12, 22: 6, 23: 2}, sos=3, eos=1, pad=0)
    firsts = rng.permutation([20, 21, 22, 23])  # as many sentences as positions, in the source and in the result
    return impl.greedy_decode(model, sources(rng, firsts, 3, 1, 0, [2] * 4), 3, 1, 0, 4)


@check(
    "a sentence gets the same result alone and in a batch, where it is padded",
    parts="alone (sentence: batch position)",
    follows="last_position",
)
def neighbours_change_nothing(impl, rng):
    model = table_model(rng, {20: 4, 21: 4, 22: 4}, sos=2, eos=5, pad=6)
    words = rng.permutation([2, 4, 7])
    source = sources(rng, rng.permutation([20, 21, 22]), 2, 5, 6, words)
    alone = [impl.greedy_decode(model, source[row : row + 1, : n + 2], 2, 5, 6, 8) for row, n in enumerate(words)]
    return {"in a batch": impl.greedy_decode(model, source, 2, 5, 6, 8), "alone": alone}


@check("the encoder runs once, however long the result", follows="last_position")
def encoder_runs_once(impl, rng):
    model = table_model(rng, {20: 7, 21: 7}, sos=0, eos=3, pad=8)
    ids = impl.greedy_decode(model, sources(rng, [20, 21], 0, 3, 8, [5, 5]), 0, 3, 8, 12)
    return {"calls of the encoder": model.encoder_calls, "ids": ids}


@check(
    "trim gives the words before EOS, without the padding; there may be none, and 0 may be a word",
    parts="first (sentence); second (sentence)",
)
def words_before_eos(impl, rng):
    found = {}
    for name in ("first", "second"):
        ids = rng.randint(4, 300, size=(5, 5))  # as many sentences as positions
        for row, end in enumerate(rng.permutation([0, 1, 2, 3, 4])):
            ids[row, rng.randint(5)] = 0
            ids[row, end], ids[row, end + 1 :] = 300, 1
        found[name] = impl.trim(torch.tensor(ids.T.copy()).T, 300)
    return found


@check(
    "trim keeps all of a sentence that has no EOS because the limit came first",
    parts="some with EOS (sentence); EOS 200 (sentence); EOS 201 (sentence); a limit of one (sentence)",
)
def words_without_eos(impl, rng):
    ids = rng.randint(6, 30, size=(3, 5))
    row = rng.randint(3)
    ids[row, 2], ids[row, 3:] = 4, 0
    found = {"some with EOS": impl.trim(torch.tensor(ids), 4)}
    found["a limit of one"] = impl.trim(torch.tensor(ids[:, 2:3]), 4)
    ids[:, 4] = rng.permutation([200, 201, 100])
    ids[row, 2:4] = 7
    return found | {f"EOS {eos}": impl.trim(torch.tensor(ids), eos) for eos in (200, 201)}
