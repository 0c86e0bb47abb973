import numpy as np

from grader.checks import check


def another_rnn(rng, time, d_in, d_h, scale):
    """An RNN whose arrays are views that are not contiguous in memory, with zeros among the weights."""
    W_x, W_h, b = rng.normal(size=(d_h, d_in)).T, scale * rng.normal(size=(d_h, d_h)).T, rng.normal(size=d_h) / 3
    W_x[0, 1] = W_h[1, 0] = 0.0
    return rng.normal(0, 0.5, size=(time, 2 * d_in))[:, ::2], rng.uniform(-0.9, 0.9, size=d_h), W_x, W_h, b


@check(
    "states and norms of a wider RNN, and of one with a single array of integers",
    parts="wide state: unit; wide states: time unit; last wide state: unit; state: unit; states: time unit; "
    "last state: unit; norms: time; one whole array (run (state: unit; states: time unit; last state: unit; "
    "norms: time))",
)
def a_wider_rnn(impl, rng):
    wide, rnn = another_rnn(rng, 2, 4, 260, 0.05), another_rnn(rng, 5, 4, 9, 0.5)
    wide_state = impl.rnn_cell(wide[0][1], *wide[1:]), impl.hidden_states(*wide), impl.encode(wide[0][:1], *wide[1:])
    return (
        *wide_state,
        impl.rnn_cell(rnn[0][3], *rnn[1:]),
        *(function(*rnn) for function in (impl.hidden_states, impl.encode, impl.gradient_norms)),
        one_whole_array(impl, rng),
    )


def one_whole_array(impl, rng):
    """What all functions return where one of the five arrays holds whole numbers and the others fractions."""
    rnn = list(another_rnn(rng, 4, 3, 3, 0.6))
    runs = []
    for place, array in enumerate(rnn):
        mixed = [*rnn[:place], np.sign(array).astype(int), *rnn[place + 1 :]]
        functions = impl.hidden_states, impl.encode, impl.gradient_norms
        runs.append((impl.rnn_cell(mixed[0][1], *mixed[1:]), *(function(*mixed) for function in functions)))
    return runs


@check(
    "sentences of one and of two words",
    parts="state of one word: time unit; last state: unit; norms of one word: time; norms of two words: time",
)
def short_sentences(impl, rng):
    xs, *rest = another_rnn(rng, 2, 4, 3, 0.8)
    one = impl.hidden_states(xs[:1], *rest), impl.encode(xs[:1], *rest), impl.gradient_norms(xs[:1], *rest)
    return *one, impl.gradient_norms(xs, *rest)


@check(
    "states and norms of a sentence of 300 words",
    parts="states: time unit; last state: unit; norms: time",
    seconds=5,
)
def a_long_sentence(impl, rng):
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    xs, *rest = 0.02 * rng.normal(size=(300, 2)), np.zeros(3), rng.normal(size=(2, 3)), rotation, np.zeros(3)
    xs[:2] = 0.0  # the state stays at zero for two steps
    return impl.hidden_states(xs, *rest), impl.encode(xs, *rest), impl.gradient_norms(xs, *rest)


@check(
    "saturated units, and a W_h of zeros, let no gradient through",
    parts="some units: time; all units: time; W_h of zeros: time; their states: time unit",
)
def nothing_comes_through(impl, rng):
    xs, _, W_x, W_h, b = another_rnn(rng, 5, 4, 5, 0.6)
    some, loud = np.where(rng.permutation(5) < 2, 50.0, b), np.where(b > 0, 50.0, -50.0)
    silent = xs, np.zeros(5), W_x, np.zeros((5, 5)), b
    norms = [impl.gradient_norms(xs, np.zeros(5), W_x, W_h, bias) for bias in (some, loud)]
    return *norms, impl.gradient_norms(*silent), impl.hidden_states(*silent)


@check("far back the norms still have the right power of ten", parts="vanishing: time; exploding: time")
def far_back(impl, rng):
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    xs, W_x = 1e-40 * rng.normal(size=(100, 2)), rng.normal(size=(2, 3))
    runs = [impl.gradient_norms(xs, np.zeros(3), W_x, strength * rotation, np.zeros(3)) for strength in (0.5, 2.0)]
    return [np.log10(np.maximum(np.asarray(norms, dtype=float), 1e-99)) for norms in runs]


@check("the costs at other lengths")
def costs_at_other_lengths(impl, rng):
    lengths = [3, int(rng.randint(20, 90)), 100_000]
    return {
        f"{layer} {length}": impl.costs(layer, length) for layer in ("recurrent", "attention") for length in lengths
    }
