"""The numbers of the sources and of the statement, against the reference of `loss`."""

import math

import numpy as np
import torch

from tests.content.reference import reference

loss = reference("loss")

PAD = 6
I = torch.tensor([0.0, 0, 1, 0, 0, 0], dtype=torch.float64)  # noqa: E741 - the word
LOGITS = torch.tensor([0.0, 1, 4, 1, 0, -1], dtype=torch.float64)


def close(value, printed, digits=4):
    np.testing.assert_allclose(np.asarray(value), printed, atol=0.5 * 10**-digits * 1.001)


def logits_that_cost(losses):
    """Logits (position, 7) at which word 0 costs what is given."""
    q = torch.exp(-torch.tensor(losses, dtype=torch.float64))[:, None]
    return torch.log(torch.cat([q, ((1 - q) / 6).expand(-1, 6)], dim=1))


def test_one_position_without_an_idea_and_after_training():
    close(loss.cross_entropy(I, torch.full((6,), 1 / 6, dtype=torch.float64)), 1.7918)
    trained = torch.tensor([0.01, 0.02, 0.93, 0.01, 0.02, 0.01], dtype=torch.float64)
    close(trained.sum(), 1)
    close(loss.cross_entropy(I, trained), 0.0726)
    close([math.log(6), -math.log(0.93)], [1.7918, 0.0726])
    close(-math.log(0.0001), 9.2, 1)


def test_the_order_of_the_two_distributions_matters():
    p = torch.tensor([0.5, 0.5, 0], dtype=torch.float64)
    q = torch.tensor([0.25, 0.5, 0.25], dtype=torch.float64)
    close(loss.cross_entropy(p, q), 1.0397)
    assert loss.cross_entropy(q, p) == math.inf


def test_from_logits_and_its_gradient():
    close(torch.softmax(LOGITS, -1), [0.0160, 0.0436, 0.8749, 0.0436, 0.0160, 0.0059])
    close(loss.token_losses(LOGITS, torch.tensor(2)), 0.1336)
    logits = LOGITS[None, None].clone().requires_grad_()
    loss.loss(logits, torch.tensor([[2]]), PAD - 1).backward()
    close(logits.grad[0, 0], [0.0160, 0.0436, -0.1251, 0.0436, 0.0160, 0.0059])
    close(logits.grad.sum(), 0)


def test_the_batch_of_two_sentences():
    first, second = [0.1336, 0.3507, 0.4289, 0.0662, 0.1336], [0.9, 0.5, 2.0, 2.0, 2.0]
    logits = torch.stack([logits_that_cost(first), logits_that_cost(second)])
    target = torch.tensor([[0, 0, 0, 0, 0], [0, 0, PAD, PAD, PAD]])
    close(loss.loss(logits, target, PAD), 0.3590)
    everything = loss.token_losses(logits, torch.zeros(2, 5, dtype=torch.long))
    close(everything, [first, second])
    close(everything[0].sum(), 1.1130)
    close(everything.mean(), 0.8513)
    close(everything[target != PAD].sum() / 10, 0.2513)
    close([everything[0].mean(), everything[1, :2].mean()], [0.2226, 0.7])
    close((everything[0].mean() + everything[1, :2].mean()) / 2, 0.4613)


def test_the_token_losses_are_those_of_the_output_head():
    rows = [[0, 1, 4, 1, 0, -1], [1, 3, 0, 0, 1, 0], [3, 0, 0, -1, 2, 0], [1, 0, 0, 1, 5, 1], [0, 0, -1, 1, 1, 4]]
    logits, target = torch.tensor(rows, dtype=torch.float64), torch.tensor([2, 1, 0, 4, 5])
    close(loss.token_losses(logits, target), [0.1336, 0.3507, 0.4289, 0.0662, 0.1336])
    logs = reference("output_head").log_probabilities(logits.numpy())
    close(loss.token_losses(logits, target), -logs[np.arange(5), target])


def test_smoothing_of_the_word_i():
    p = loss.smooth_targets(torch.tensor(2), 7, 0.1, PAD).double()
    close(p, [0.02, 0.02, 0.9, 0.02, 0.02, 0.02, 0], 6)
    close(loss.cross_entropy(p, p), 0.4860)
    sure = torch.zeros(1, 1, 7, dtype=torch.float64)
    sure[..., 2] = 10
    close(loss.smoothed_loss(sure, torch.tensor([[2]]), PAD, 0.1), 1.0003)
    close(loss.loss(sure, torch.tensor([[2]]), PAD), 0.0003)


def test_a_second_softmax_keeps_the_loss_above_the_bound():
    for size, bound, no_idea in ((6, 1.0436, 1.7918), (10_000, 8.2105, 9.2103)):
        close([math.log(1 + (size - 1) / math.e), math.log(size)], [bound, no_idea])
        perfect = torch.zeros(size, dtype=torch.float64)
        perfect[2] = 1000
        close(loss.token_losses(perfect, torch.tensor(2)), 0)
        close(loss.token_losses(torch.softmax(perfect, -1), torch.tensor(2)), bound)
        close(loss.token_losses(torch.zeros(size, dtype=torch.float64), torch.tensor(2)), no_idea)
    close(loss.token_losses(torch.softmax(LOGITS, -1), torch.tensor(2)), 1.1434)


def test_the_loss_agrees_with_the_library_without_smoothing():
    logits = torch.randn(3, 5, 7, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    target = torch.tensor([[1, 2, 6, 6, 6], [3, 3, 3, 3, 3], [0, 6, 6, 6, 6]])
    expected = torch.nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=PAD)
    torch.testing.assert_close(loss.loss(logits, target, PAD), expected)


def test_the_librarys_smoothing_is_another_rule():
    logits, target = LOGITS[None], torch.tensor([2])
    library = torch.nn.functional.cross_entropy(logits, target, label_smoothing=0.1)
    shared = torch.full((6,), 0.1 / 6, dtype=torch.float64)
    shared[2] += 0.9
    torch.testing.assert_close(library, loss.cross_entropy(shared, torch.softmax(LOGITS, -1)))
