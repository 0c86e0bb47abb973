import numpy as np

from grader.checks import check


def another_rnn(rng, time, d_in, d_h, scale):
    W_x, W_h, b = rng.normal(size=(d_in, d_h)), scale * rng.normal(size=(d_h, d_h)), rng.normal(size=d_h) / 3
    return 0.5 * rng.normal(size=(time, d_in)), rng.uniform(-0.9, 0.9, size=d_h), W_x, W_h, b


@check("states and norms of a wider RNN", axes="unit; time unit; unit; new old; time")
def a_wider_rnn(impl, rng):
    rnn = another_rnn(rng, 5, 4, 9, 0.5)
    step = impl.rnn_cell(rnn[0][3], *rnn[1:])
    one = impl.jacobian(rng.uniform(-0.9, 0.9, size=9), rnn[3])
    return step, impl.hidden_states(*rnn), impl.encode(*rnn), one, impl.gradient_norms(*rnn)


@check("sentences of one and of two words", axes="time unit; time; time; time")
def short_sentences(impl, rng):
    xs, *rest = another_rnn(rng, 2, 4, 3, 0.8)
    weights = np.array([0.3, 0.7])
    return (
        impl.hidden_states(xs[:1], *rest),
        impl.gradient_norms(xs, *rest),
        impl.attention_gradient_norms(xs[:1], *rest, weights[1:]),
        impl.attention_gradient_norms(xs, *rest, weights),
    )


@check("all the attention on the last state: the RNN without attention", axes="time; time")
def attention_on_the_last_state(impl, rng):
    rnn = another_rnn(rng, 8, 2, 3, 0.9)
    return impl.attention_gradient_norms(*rnn, np.eye(8)[-1]), impl.gradient_norms(*rnn)


@check("the costs at other lengths")
def costs_at_other_lengths(impl, rng):
    lengths = [3, int(rng.randint(20, 90)), 1000]
    return {
        f"{layer} {length}": impl.costs(layer, length) for layer in ("recurrent", "attention") for length in lengths
    }
