import math

import numpy as np
from provided import plot

from grader.checks import check


def random_rnn(rng, time, scale):
    """xs, h_0, W_x, W_h, b of an RNN with 3 inputs and 5 units."""
    W_h = scale * rng.normal(size=(5, 5))
    return (
        0.7 * rng.normal(size=(time, 3)),
        rng.uniform(-0.8, 0.8, size=5),
        rng.normal(size=(3, 5)),
        W_h,
        rng.normal(size=5) / 4,
    )


def turning_rnn(rng, time, strength, loudness):
    """An RNN whose W_h turns the state and stretches it by `strength`, and inputs of that loudness."""
    turn, _ = np.linalg.qr(rng.normal(size=(5, 5)))
    xs = loudness * rng.normal(size=(time, 3))
    return xs, np.zeros(5), rng.normal(size=(3, 5)), strength * turn, np.zeros(5)


@check("one step gives tanh(x W_x + h W_h + b)", axes="unit")
def one_step(impl, rng):
    xs, h, W_x, W_h, b = random_rnn(rng, 1, 0.6)
    return impl.rnn_cell(xs[0], h, W_x, W_h, b)


@check("each token's state comes from the state before it, the first from h_0", axes="time unit; unit")
def states_in_order(impl, rng):
    xs, h_0, W_x, W_h, b = random_rnn(rng, 7, 0.6)
    return impl.hidden_states(xs, h_0, W_x, W_h, b), h_0


@check("a sentence of 2, 4 or 11 words becomes one state of the same size, the last", axes="sentence unit")
def the_bottleneck(impl, rng):
    xs, *rest = random_rnn(rng, 11, 0.6)
    return [impl.encode(xs[:length], *rest) for length in (2, 4, 11)]


@check(
    "after one more word the first word still shows in the last state, after 23 hardly", axes="first unit; first unit"
)
def forgets_the_first_word(impl, rng):
    xs, *rest = turning_rnn(rng, 24, 0.6, 0.5)
    other = xs.copy()
    other[0] = -1.5 * xs[0] + 1.0
    short = [impl.encode(xs[:2], *rest), impl.encode(other[:2], *rest)]
    return short, [impl.encode(xs, *rest), impl.encode(other, *rest)]


@check("the gradient of one step is the slope of tanh times W_h", axes="new old")
def gradient_of_one_step(impl, rng):
    return impl.jacobian(rng.permutation([0.1, -0.35, 0.55, 0.7, -0.85]), rng.normal(size=(5, 5)))


@check("|dh_T/dh_t| is the norm of the product of all the steps from t to T", axes="time")
def product_of_steps(impl, rng):
    return impl.gradient_norms(*random_rnn(rng, 7, 0.9))


def logarithms(norms):
    """Their orders of magnitude, so that the smallest norms count as much as the largest."""
    return [math.log10(norm) if norm > 0 else -99.0 for norm in map(float, norms)]


@check(
    "weak recurrent weights: the gradient vanishes, by the right power of ten (run with -v to see your plot)",
    axes="time; time",
    follows="product_of_steps",
)
def vanishing(impl, rng):
    norms = impl.gradient_norms(*turning_rnn(rng, 24, 0.6, 0.3))
    print(plot(norms))
    return norms, logarithms(norms)


@check(
    "strong recurrent weights: the gradient explodes (run with -v to see your plot)",
    axes="time",
    follows="product_of_steps",
)
def exploding(impl, rng):
    norms = impl.gradient_norms(*turning_rnn(rng, 24, 1.5, 1e-5))
    print(plot(norms))
    return norms


@check("with attention c depends on h_t directly, and through every later state", axes="time")
def both_ways(impl, rng):
    weights = rng.permutation([0.05, 0.1, 0.12, 0.15, 0.18, 0.2, 0.2])
    return impl.attention_gradient_norms(*random_rnn(rng, 7, 0.9), weights)


@check("with attention the same weak RNN keeps its gradient (-v shows your plot)", axes="time", follows="both_ways")
def attention_keeps_the_gradient(impl, rng):
    norms = impl.attention_gradient_norms(*turning_rnn(rng, 24, 0.6, 0.3), np.full(24, 1 / 24))
    print(plot(norms, "|dc/dh_t|"))
    return norms


@check("a recurrent layer takes a step for each word, one after the other")
def costs_of_recurrence(impl, rng):
    return {str(length): impl.costs("recurrent", length) for length in (2, 10, 512)}


@check("an attention layer takes one step, and compares every word with every word")
def costs_of_attention(impl, rng):
    return {str(length): impl.costs("attention", length) for length in (2, 10, 512)}
