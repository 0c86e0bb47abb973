import math

import numpy as np
from provided import plot

from grader.checks import check


def random_rnn(rng, time, d_in, d_h, scale):
    """xs, h_0, W_x, W_h, b of an RNN with d_in inputs and d_h units."""
    return (
        0.7 * rng.normal(size=(time, d_in)),
        rng.uniform(-0.8, 0.8, size=d_h),
        rng.normal(size=(d_in, d_h)),
        scale * rng.normal(size=(d_h, d_h)),
        rng.normal(size=d_h) / 4,
    )


def three_runs(rng, time, scale):
    """A sentence, the same sentence for other weights, and one with as many tokens and inputs as units."""
    xs, h_0, *weights = random_rnn(rng, time, 3, 5, scale)
    _, _, *others = random_rnn(rng, time, 3, 5, scale)
    return (xs, h_0, *weights), (xs, h_0, *others), random_rnn(rng, 4, 4, 4, scale)


def rotating_rnn(rng, time, strength, loudness):
    """An RNN whose W_h rotates the state and stretches it by `strength`, and inputs of that loudness."""
    rotation, _ = np.linalg.qr(rng.normal(size=(5, 5)))
    xs = loudness * rng.normal(size=(time, 3))
    return xs, np.zeros(5), rng.normal(size=(3, 5)), strength * rotation, np.zeros(5)


@check("one step gives tanh(x W_x + h W_h + b)", parts="state: unit; state of as many inputs as units: unit")
def one_step(impl, rng):
    xs, *rest = random_rnn(rng, 1, 3, 5, 0.6)
    other, *square = random_rnn(rng, 1, 4, 4, 0.6)
    return impl.rnn_cell(xs[0], *rest), impl.rnn_cell(other[0], *square)


@check("tanh of a large sum is 1 or -1, and nothing overflows", axes="unit")
def large_sums(impl, rng):
    b = np.array([900.0, -900.0, 0.4, -5000.0]) * rng.uniform(1, 2)
    return impl.rnn_cell(rng.normal(size=3), rng.normal(size=4), rng.normal(size=(3, 4)), rng.normal(size=(4, 4)), b)


@check("each token's state comes from the state before it, the first from h_0", parts="run: time unit")
def states_in_order(impl, rng):
    return [impl.hidden_states(*run) for run in three_runs(rng, 7, 0.6)]


@check("a sentence of 2, 4 or 11 words becomes one state of the same size, the last", parts="sentence: unit")
def the_bottleneck(impl, rng):
    xs, h_0, *weights = random_rnn(rng, 11, 4, 4, 0.6)
    _, _, *others = random_rnn(rng, 2, 4, 4, 0.6)
    return [*(impl.encode(xs[:length], h_0, *weights) for length in (2, 4, 11)), impl.encode(xs, h_0, *others)]


@check(
    "after one more word the first word still shows in the last state, after 23 hardly",
    parts="two words (sentence: unit); 24 words (sentence: unit)",
)
def forgets_the_first_word(impl, rng):
    xs, *rest = rotating_rnn(rng, 24, 0.6, 0.5)
    other = xs.copy()
    other[0] = -1.5 * xs[0] + 1.0
    short = [impl.encode(xs[:2], *rest), impl.encode(other[:2], *rest)]
    return short, [impl.encode(xs, *rest), impl.encode(other, *rest)]


ONE_UNIT = np.zeros(1), np.array([[1.0]]), np.array([[2.0]]), np.zeros(1)


@check("a state of one number: the states of the worked example", parts="states: time unit; last state: unit")
def example_states(impl, rng):
    xs = np.array([[0.5], [0.0], [0.0]])
    return impl.hidden_states(xs, *ONE_UNIT), impl.encode(xs, *ONE_UNIT)


@check(
    "a state of one number: the norms of the worked example", parts="three tokens: time; the first token alone: time"
)
def worked_example(impl, rng):
    xs = np.array([[0.5], [0.0], [0.0]])
    return impl.gradient_norms(xs, *ONE_UNIT), impl.gradient_norms(xs[:1], *ONE_UNIT)


@check(
    "arrays of integers give the same states and norms as arrays of floats",
    parts="states: time unit; norms: time; last state: unit",
)
def whole_numbers(impl, rng):
    xs = np.eye(3, dtype=int)[rng.randint(3, size=5)]  # one-hot tokens
    h_0, W_x, b = rng.randint(-1, 2, size=3), rng.randint(-1, 2, size=(3, 3)), rng.randint(-1, 2, size=3)
    W_h = np.array([[1, -1, 0], [1, 1, -1], [0, 1, 1]])[rng.permutation(3)]
    rnn = xs, h_0, W_x, W_h, b
    return impl.hidden_states(*rnn), impl.gradient_norms(*rnn), impl.encode(*rnn)


@check("|dh_T/dh_t| is the norm of the product of all the steps from t to T", parts="run: time")
def product_of_steps(impl, rng):
    return [impl.gradient_norms(*run) for run in three_runs(rng, 7, 0.9)]


def logarithms(norms):
    """Their orders of magnitude, so that the smallest norms count as much as the largest."""
    return [math.log10(norm) if norm > 0 else -99.0 for norm in map(float, norms)]


@check(
    "weak recurrent weights: the gradient vanishes, by the right power of ten (run with -v to see your plot)",
    parts="norms: time; powers of ten: time",
    follows="product_of_steps",
)
def vanishing(impl, rng):
    norms = impl.gradient_norms(*rotating_rnn(rng, 45, 0.5, 0.3))
    print(plot(norms))
    return norms, logarithms(norms)


@check(
    "strong recurrent weights: the gradient explodes (run with -v to see your plot)",
    axes="time",
    follows="product_of_steps",
)
def exploding(impl, rng):
    norms = impl.gradient_norms(*rotating_rnn(rng, 40, 1.5, 1e-8))
    print(plot(norms))
    return norms


def costs_of(impl, layer, rng):
    return {f"{length} words": impl.costs(layer, length) for length in (2, 10, int(rng.randint(30, 600)))}


@check("a recurrent layer takes one step per word, one after the other")
def costs_of_recurrence(impl, rng):
    return costs_of(impl, "recurrent", rng)


@check("an attention layer takes one step, and compares every word with every word")
def costs_of_attention(impl, rng):
    return costs_of(impl, "attention", rng)
