"""The numbers of the statement, against the reference of `rnn_limits` and what it provides."""

from importlib.util import module_from_spec, spec_from_file_location

import numpy as np
import pytest

from tests.content.reference import ROOT, reference

FOLDER = ROOT / "exercises" / "1_before_attention" / "06_rnn_limits"
ONE_UNIT = np.array([[0.5], [0.0], [0.0]]), np.zeros(1), np.array([[1.0]]), np.array([[2.0]]), np.zeros(1)


def provided():
    spec = spec_from_file_location("provided_of_rnn_limits", FOLDER / "provided.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plot(norms, *args):
    return provided().plot(norms, *args)


def turning(strength, time=30):
    """Two units, W_h a turn by 30° times the strength; tokens and h_0 are 0."""
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    return np.zeros((time, 1)), np.zeros(2), np.zeros((1, 2)), strength * np.array([[c, s], [-s, c]]), np.zeros(2)


def test_states_and_steps_of_one_unit():
    module = reference("rnn_limits")
    states = module.hidden_states(*ONE_UNIT)
    steps = [provided().jacobian(h, ONE_UNIT[3]).item() for h in states]
    np.testing.assert_allclose(states[:, 0], [0.4621, 0.7279, 0.8968], atol=5e-5)
    np.testing.assert_allclose(steps, [1.5729, 0.9403, 0.3914], atol=5e-5)
    np.testing.assert_array_equal(module.encode(*ONE_UNIT), states[-1])


def test_gradients_of_one_unit():
    norms = reference("rnn_limits").gradient_norms(*ONE_UNIT)
    np.testing.assert_allclose(norms, [0.3680, 0.3914, 1], atol=5e-5)


def test_the_given_jacobian_is_the_derivative_of_one_step():
    rng = np.random.RandomState(0)
    x, h, *weights = (
        rng.normal(size=2),
        rng.normal(size=3),
        rng.normal(size=(2, 3)),
        rng.normal(size=(3, 3)),
        np.ones(3),
    )
    step = reference("rnn_limits").rnn_cell
    moved = [(step(x, h + 1e-6 * unit, *weights) - step(x, h - 1e-6 * unit, *weights)) / 2e-6 for unit in np.eye(3)]
    np.testing.assert_allclose(provided().jacobian(step(x, h, *weights), weights[1]), np.transpose(moved), atol=1e-8)


@pytest.mark.parametrize(("strength", "left"), [(0.9, "0.00003"), (1.1, "12528")])
def test_what_a_hundred_tokens_leave_of_the_gradient(strength, left):
    norms = reference("rnn_limits").gradient_norms(*turning(strength, 100))
    digits = len(left.partition(".")[2])
    assert f"{norms[0]:.{digits}f}" == left


@pytest.mark.parametrize(("strength", "rising"), [(0.7, True), (1.3, False)])
def test_a_vanishing_gradient_rises_to_the_right_and_an_exploding_one_falls(strength, rising):
    lines = plot(reference("rnn_limits").gradient_norms(*turning(strength))).split("\n")[1:7]
    starts = [line.index("*") for line in lines]
    assert starts == sorted(starts, reverse=rising)


def test_attention_keeps_the_weak_gradient_and_does_not_tame_the_strong_one():
    """c is the mean of 30 states, so dc/dh_1 is the mean of dh_t/dh_1 for t = 1, ..., 30."""

    def attended(strength):
        powers = [np.linalg.matrix_power(turning(strength)[3].T, steps) for steps in range(30)]
        return np.linalg.norm(np.mean(powers, axis=0), 2)

    plain, weak, strong = reference("rnn_limits").gradient_norms(*turning(0.7))[0], attended(0.7), attended(1.3)
    assert (f"{plain:.5f}", f"{np.log10(plain):.2f}") == ("0.00003", "-4.49")
    assert (f"{weak:.4f}", f"{strong:.0f}") == ("0.0633", "132")
    assert weak / plain == pytest.approx(2000, rel=0.1)


def test_the_gradient_is_never_above_the_bound():
    rng = np.random.RandomState(0)
    weights = rng.normal(size=(4, 4))
    sigma = np.linalg.norm(weights, 2)
    norms = reference("rnn_limits").gradient_norms(
        rng.normal(size=(9, 3)), np.zeros(4), rng.normal(size=(3, 4)), weights, rng.normal(size=4)
    )
    assert np.all(norms <= sigma ** np.arange(8, -1, -1) * (1 + 1e-12))


def test_the_gradient_agrees_with_a_small_change_of_the_state():
    module, (xs, h_0, *weights) = reference("rnn_limits"), turning(0.9)
    xs = xs + np.linspace(-1, 1, 30)[:, None]
    weights[0] = np.array([[0.5, -0.3]])
    states = module.hidden_states(xs, h_0, *weights)
    moved = [module.encode(xs[20:], states[19] + 1e-6 * unit, *weights) - states[-1] for unit in np.eye(2)]
    measured = np.linalg.norm(np.array(moved).T / 1e-6, 2)
    assert module.gradient_norms(xs, h_0, *weights)[19] == pytest.approx(measured, rel=1e-4)


def test_costs_of_10_words():
    costs = reference("rnn_limits").costs
    assert [tuple(costs(layer, 10).values()) for layer in ("recurrent", "attention")] == [(10, 9, 10), (1, 1, 100)]


@pytest.mark.parametrize(
    "norms",
    [None, 3.0, [], "abc", np.zeros((3, 2)), [0.0], [1.0], [1, 0, np.nan, np.inf, -1], np.geomspace(1, 1e-30, 200)],
    ids=str,
)
def test_the_plot_takes_anything_and_fits_under_a_check(norms):
    lines = plot(norms).split("\n")
    assert len(lines) <= 10  # what `grader check -v` shows of a check's prints
    assert max(map(len, lines)) <= 76  # in a terminal of 80 columns, indented
    assert all(line.isascii() for line in lines)


def test_a_flat_line_lies_at_its_own_level():
    assert "\n 1.0e+00 |" + "*" * 60 + "\n" in plot([1.0, 1.0, 1.0])
