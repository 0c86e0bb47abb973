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


def rotating_rnn(rng, time, strength, loudness):
    """An RNN whose W_h rotates the state and stretches it by `strength`, and inputs of that loudness."""
    rotation, _ = np.linalg.qr(rng.normal(size=(5, 5)))
    xs = loudness * rng.normal(size=(time, 3))
    return xs, np.zeros(5), rng.normal(size=(3, 5)), strength * rotation, np.zeros(5)


@check("one step gives tanh(x W_x + h W_h + b)", axes="unit; unit")
def one_step(impl, rng):
    xs, *rest = random_rnn(rng, 1, 3, 5, 0.6)
    other, *square = random_rnn(rng, 1, 4, 4, 0.6)
    return impl.rnn_cell(xs[0], *rest), impl.rnn_cell(other[0], *square)


@check("each token's state comes from the state before it, the first from h_0", axes="time unit; unit")
def states_in_order(impl, rng):
    xs, h_0, W_x, W_h, b = random_rnn(rng, 7, 3, 5, 0.6)
    return impl.hidden_states(xs, h_0, W_x, W_h, b), h_0


@check("a sentence of 2, 4 or 11 words becomes one state of the same size, the last", axes="sentence unit")
def the_bottleneck(impl, rng):
    xs, *rest = random_rnn(rng, 11, 3, 5, 0.6)
    return [impl.encode(xs[:length], *rest) for length in (2, 4, 11)]


@check(
    "after one more word the first word still shows in the last state, after 23 hardly", axes="first unit; first unit"
)
def forgets_the_first_word(impl, rng):
    xs, *rest = rotating_rnn(rng, 24, 0.6, 0.5)
    other = xs.copy()
    other[0] = -1.5 * xs[0] + 1.0
    short = [impl.encode(xs[:2], *rest), impl.encode(other[:2], *rest)]
    return short, [impl.encode(xs, *rest), impl.encode(other, *rest)]


@check("a state of one number: the worked example of the statement", axes="time unit; time")
def worked_example(impl, rng):
    one = np.array([[0.5], [0.0], [0.0]]), np.zeros(1), np.array([[1.0]]), np.array([[2.0]]), np.zeros(1)
    return impl.hidden_states(*one), impl.gradient_norms(*one)


@check("|dh_T/dh_t| is the norm of the product of all the steps from t to T", axes="time; time")
def product_of_steps(impl, rng):
    return impl.gradient_norms(*random_rnn(rng, 7, 3, 5, 0.9)), impl.gradient_norms(*random_rnn(rng, 4, 4, 4, 0.9))


def logarithms(norms):
    """Their orders of magnitude, so that the smallest norms count as much as the largest."""
    return [math.log10(norm) if norm > 0 else -99.0 for norm in map(float, norms)]


@check(
    "weak recurrent weights: the gradient vanishes, by the right power of ten (run with -v to see your plot)",
    axes="time; time",
    follows="product_of_steps",
)
def vanishing(impl, rng):
    norms = impl.gradient_norms(*rotating_rnn(rng, 24, 0.6, 0.3))
    print(plot(norms))
    return norms, logarithms(norms)


@check(
    "strong recurrent weights: the gradient explodes (run with -v to see your plot)",
    axes="time",
    follows="product_of_steps",
)
def exploding(impl, rng):
    norms = impl.gradient_norms(*rotating_rnn(rng, 24, 1.5, 1e-5))
    print(plot(norms))
    return norms


@check("a recurrent layer takes one step per word, one after the other")
def costs_of_recurrence(impl, rng):
    return {str(length): impl.costs("recurrent", length) for length in (2, 10, 512)}


@check("an attention layer takes one step, and compares every word with every word")
def costs_of_attention(impl, rng):
    return {str(length): impl.costs("attention", length) for length in (2, 10, 512)}
