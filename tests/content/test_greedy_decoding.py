"""The numbers of the statement, against the reference of `greedy_decoding`."""

import math

import torch

from tests.content.reference import reference

PAD, SOS, EOS, TI, AMO, MOLTO, GRAZIE = range(7)
STEPS = {
    (): {TI: 0.70, AMO: 0.15, MOLTO: 0.10, EOS: 0.05},
    (TI,): {TI: 0.05, AMO: 0.80, MOLTO: 0.10, EOS: 0.05},
    (TI, AMO): {TI: 0.05, AMO: 0.05, MOLTO: 0.70, EOS: 0.20},
    (TI, AMO, MOLTO): {TI: 0.02, AMO: 0.03, MOLTO: 0.05, EOS: 0.90},
}
THANKS = {(): {GRAZIE: 0.9, EOS: 0.1}, (GRAZIE,): {GRAZIE: 0.2, EOS: 0.8}}
LOVE_YOU, THANK_YOU = [SOS, 10, 11, 12, 13, 14, EOS], [SOS, 15, 12, EOS, PAD, PAD, PAD]


class Model:
    """Looks up the probabilities of the statement; the tokens so far are the input after SOS."""

    def __init__(self):
        self.inputs = []

    def encode(self, source, source_keep):
        assert source_keep.tolist() == [[token != PAD for token in row] for row in source.tolist()]
        return source

    def decode(self, decoder_input, memory, source_keep):
        assert source_keep.shape == memory.shape
        self.inputs.append(decoder_input[0].tolist())
        return torch.stack([self.rows(*pair) for pair in zip(decoder_input.tolist(), memory.tolist(), strict=True)])

    def rows(self, decoder_input, source):
        assert decoder_input[0] == SOS
        steps = STEPS if source == LOVE_YOU else THANKS
        rows = torch.full((len(decoder_input), 7), -math.inf)
        for t in range(len(decoder_input)):
            for token, p in steps.get(tuple(decoder_input[1 : t + 1]), {TI: 0.6, AMO: 0.4}).items():
                rows[t, token] = math.log(p)
        return rows


def test_every_row_of_the_worked_table_is_a_distribution():
    for row in STEPS.values():
        assert math.isclose(sum(row.values()), 1)


def test_the_worked_sentence_and_its_steps():
    model = Model()
    ids = reference("greedy_decoding").greedy_decode(model, torch.tensor([LOVE_YOU]), SOS, EOS, PAD, 9)
    assert ids.tolist() == [[TI, AMO, MOLTO, EOS]]
    assert model.inputs == [[SOS], [SOS, TI], [SOS, TI, AMO], [SOS, TI, AMO, MOLTO]]


def test_the_probability_of_the_worked_sentence():
    predicted = [TI, AMO, MOLTO, EOS]
    probability = math.prod(STEPS[tuple(predicted[:t])][token] for t, token in enumerate(predicted))
    assert math.isclose(probability, 0.3528)


def test_the_worked_batch_with_and_without_the_limit():
    module, source = reference("greedy_decoding"), torch.tensor([LOVE_YOU, THANK_YOU])
    assert module.greedy_decode(Model(), source, SOS, EOS, PAD, 9).tolist() == [[3, 4, 5, 2], [6, 2, 0, 0]]
    limited = module.greedy_decode(Model(), source, SOS, EOS, PAD, 3)
    assert limited.tolist() == [[3, 4, 5], [6, 2, 0]]
    assert module.trim(limited, EOS) == [[3, 4, 5], [6]]


def test_the_arg_max_of_logits_is_that_of_the_softmax():
    logits = torch.randn(3, 5, 7, generator=torch.Generator().manual_seed(0))
    module = reference("greedy_decoding")
    assert module.next_token(logits).tolist() == module.next_token(logits.softmax(-1)).tolist()
