"""The numbers of the statement, against the reference of `train_step`."""

import numpy as np
import pytest
import torch
from torch import nn

from tests.content.reference import reference

PAD, SOS, EOS, TI, AMO, MOLTO = range(6)
SOURCE = torch.tensor([[3]])
TARGET = torch.tensor([[SOS, TI, AMO, MOLTO, EOS]])


class Bias(nn.Module):
    """The same logits at every position."""

    def __init__(self):
        super().__init__()
        self.b = nn.Parameter(torch.zeros(6, dtype=torch.float64))

    def forward(self, source, decoder_input):  # noqa: ARG002 - it looks at nothing
        return self.b.expand(*decoder_input.shape, 6)


class Descent:
    """w ← w − r·g, and nothing cleared unless asked for."""

    def __init__(self, model, clears=True):
        self.param_groups = [{"params": list(model.parameters()), "lr": 0.0}]
        self.clears = clears

    def zero_grad(self):
        for p in self.param_groups[0]["params"]:
            p.grad = None if self.clears else p.grad

    @torch.no_grad()
    def step(self):
        for p in self.param_groups[0]["params"]:
            p -= self.param_groups[0]["lr"] * p.grad


def steps(count, max_norm=10.0, source=SOURCE, target=TARGET, clears=True):
    model = Bias()
    optimizer = Descent(model, clears)
    losses = [
        reference("train_step").train_step(model, optimizer, source, target, PAD, 0.6, max_norm) for _ in range(count)
    ]
    return losses, model.b.grad.numpy(), model.b.detach().numpy()


def test_a_step_by_hand():
    losses, gradient, b = steps(1)
    assert losses == pytest.approx([np.log(6)])
    assert losses == pytest.approx([1.7918], abs=5e-5)
    np.testing.assert_allclose(gradient, [0.1667] * 2 + [-0.0833] * 4, atol=5e-5)
    np.testing.assert_allclose(b, [-0.1] * 2 + [0.05] * 4, atol=1e-12)


def test_a_second_step():
    losses, gradient, b = steps(2)
    assert losses == pytest.approx([1.7918, 1.7442], abs=5e-5)
    np.testing.assert_allclose(gradient, [0.1504] * 2 + [-0.0752] * 4, atol=5e-5)
    np.testing.assert_allclose(b, [-0.1903] * 2 + [0.0951] * 4, atol=5e-5)


def test_a_second_step_without_clearing():
    _, gradient, b = steps(2, clears=False)
    assert gradient[0] == pytest.approx(0.3171, abs=5e-5)
    assert b[0] == pytest.approx(-0.2903, abs=5e-5)


def test_clipping():
    _, gradient, _ = steps(1)
    assert np.linalg.norm(gradient) == pytest.approx(0.2887, abs=5e-5)
    assert 0.1 / np.linalg.norm(gradient) == pytest.approx(0.3464, abs=5e-5)
    _, gradient, b = steps(1, max_norm=0.1)
    assert np.linalg.norm(gradient) == pytest.approx(0.1)
    np.testing.assert_allclose(b, [-0.0346] * 2 + [0.0173] * 4, atol=5e-5)


def test_padding_is_left_out():
    target = torch.cat([TARGET, torch.tensor([[SOS, AMO, EOS, PAD, PAD]])])
    _, gradient, _ = steps(1, source=SOURCE.expand(2, 1), target=target)
    np.testing.assert_allclose(gradient, [0.1667, 0.1667, -0.1667, 0, -0.1667, 0], atol=5e-5)


def test_the_rates_of_the_paper():
    rate = reference("train_step").learning_rate
    rates = [rate(step, 512, 4000) for step in (1, 1000, 4000, 16000)]
    np.testing.assert_allclose(rates, [0.000000175, 0.000174693, 0.000698771, 0.000349386], atol=5e-10)
    assert rates[1] == pytest.approx(rates[2] / 4)
    assert rates[3] == pytest.approx(rates[2] / 2)


def test_evaluation_learns_nothing():
    model = Bias()
    assert reference("train_step").evaluate(model, [(SOURCE, TARGET)], PAD) == pytest.approx(1.7918, abs=5e-5)
    assert model.b.grad is None
    assert model.training
