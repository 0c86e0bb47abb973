import numpy as np

from grader.checks import check


def another_rnn(rng, time, d_in, d_h, scale):
    W_x, W_h, b = rng.normal(size=(d_in, d_h)), scale * rng.normal(size=(d_h, d_h)), rng.normal(size=d_h) / 3
    return 0.5 * rng.normal(size=(time, d_in)), rng.uniform(-0.9, 0.9, size=d_h), W_x, W_h, b


@check("states and norms of a wider RNN", axes="unit; time unit; unit; time")
def a_wider_rnn(impl, rng):
    wide, rnn = another_rnn(rng, 3, 4, 140, 0.05), another_rnn(rng, 5, 4, 9, 0.5)
    step = impl.rnn_cell(rnn[0][3], *rnn[1:])
    return step, impl.hidden_states(*wide), impl.encode(*rnn), impl.gradient_norms(*rnn)


@check("sentences of one and of two words", axes="time unit; unit; time; time")
def short_sentences(impl, rng):
    xs, *rest = another_rnn(rng, 2, 4, 3, 0.8)
    one = impl.hidden_states(xs[:1], *rest), impl.encode(xs[:1], *rest), impl.gradient_norms(xs[:1], *rest)
    return *one, impl.gradient_norms(xs, *rest)


@check("states of a sentence of 300 words, and the norms of its first 60", axes="time unit; unit; time", seconds=5)
def a_long_sentence(impl, rng):
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    xs, *rest = 0.05 * rng.normal(size=(300, 2)), np.zeros(3), rng.normal(size=(2, 3)), rotation, np.zeros(3)
    return impl.hidden_states(xs, *rest), impl.encode(xs, *rest), impl.gradient_norms(xs[:60], *rest)


@check("the costs at other lengths")
def costs_at_other_lengths(impl, rng):
    lengths = [3, int(rng.randint(20, 90)), 1000]
    return {
        f"{layer} {length}": impl.costs(layer, length) for layer in ("recurrent", "attention") for length in lengths
    }
