import numpy as np
import torch

from grader.checks import check, inject


def weights(rng, d_model, d_ff):
    """Random W_1, b_1, W_2, b_2 that keep about half of the hidden units silent."""
    W_1 = rng.normal(size=(d_model, d_ff))
    b_1 = rng.normal(size=d_ff)
    W_2 = rng.normal(size=(d_ff, d_model))
    return W_1, b_1, W_2, 3 * rng.normal(size=d_model)


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {
        f"the gradient of {name}": "missing" if g is None else "there" for name, g in zip(inputs, found, strict=True)
    }
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


def worked_weights():
    """The weights of the worked example."""
    W_1, b_1 = np.array([[1.0, -1, 2], [1, 1, -1]]), np.array([0.0, -1, 1])
    W_2, b_2 = np.array([[1.0, 0], [2, -1], [0, 1]]), np.array([-2.0, 2])
    return W_1, b_1, W_2, b_2


@check("the three words of the worked example come out as in the statement", axes="position feature")
def worked_example(impl, rng):
    return impl.feed_forward(np.array([[1.0, 2], [-1, 1], [2, -1]]), *worked_weights())


@check("negative hidden values become 0, positive ones stay as they are (no bias here)", axes="position feature")
def relu_on_the_hidden_layer(impl, rng):
    W_1, _, W_2, _ = weights(rng, 7, 11)
    return impl.feed_forward(rng.normal(size=(5, 7)), W_1, np.zeros(11), W_2, np.zeros(7))


@check("both biases are added (every hidden value and every result is positive here)", axes="position feature")
def both_biases(impl, rng):
    W_1, W_2 = 3 + rng.rand(7, 11), rng.rand(11, 7)
    return impl.feed_forward(1 + rng.rand(5, 7), W_1, 20 + 9 * rng.rand(11), W_2, 200 + 90 * rng.rand(7))


@check("b_1 is added before the ReLU: it decides which hidden values are cut off", axes="position feature")
def bias_before_the_relu(impl, rng):
    W_1, _, W_2, _ = weights(rng, 7, 11)
    b_1 = np.where(np.arange(11) % 3 == 0, -4.0, 2.0) + 0.2 * rng.normal(size=11)
    return impl.feed_forward(rng.normal(size=(5, 7)), W_1, b_1, W_2, np.zeros(7))


@check("the result may be negative: nothing is cut off after the second layer", axes="position feature")
def negative_results(impl, rng):
    W_1, W_2 = 3 + rng.rand(7, 11), rng.normal(size=(11, 7))  # hidden values are positive
    return impl.feed_forward(1 + rng.rand(5, 7), W_1, rng.rand(11), W_2, -rng.rand(7))


@check("a position gives the same result in its sentence, alone, and in the reversed sentence")
def each_position_alone(impl, rng):
    parts = weights(rng, 7, 11)
    x = rng.normal(size=(5, 7)) + 0.5 * np.arange(5)[:, None]
    return {
        "in the sentence": impl.feed_forward(x.copy(), *parts),
        "position 3 alone": impl.feed_forward(x[3].copy(), *parts),
        "turned round": impl.feed_forward(x[::-1].copy(), *parts),
    }


@check("in a batch of sentences every position of every sentence gets its own result", axes="batch position feature")
def batch_of_sentences(impl, rng):
    parts, others, x = weights(rng, 7, 11), weights(rng, 7, 11), rng.normal(size=(2, 5, 7))
    x[0, rng.randint(5)] = parts[0][rng.randint(7), rng.randint(11)] = 0
    return {"a batch": impl.feed_forward(x, *parts), "with other weights": impl.feed_forward(x, *others)}


@check("axes may have length 1, and d_ff may equal d_model and the number of positions")
def equal_and_single_axes(impl, rng):
    return {
        "one word": impl.feed_forward(rng.normal(size=(1, 1, 7)), *weights(rng, 7, 11)),
        "one feature, one hidden unit": impl.feed_forward(rng.normal(size=(4, 1)), *weights(rng, 1, 1)),
        "five of each": impl.feed_forward(rng.normal(size=(5, 5, 5)), *weights(rng, 5, 5)),
    }


@check(
    "the one layer of the worked example has the W and b of the statement",
    parts="W: feature_in feature_out; b: feature",
)
def worked_merge(impl, rng):
    return impl.merge_linear(*worked_weights())


@check(
    "with no ReLU the two layers are one: its W and b",
    parts="layer (W: feature_in feature_out; b: feature)",
)
def two_layers_are_one(impl, rng):
    W_1, b_1, W_2, b_2 = weights(rng, 7, 11)
    return [impl.merge_linear(W_1, b_1, W_2, b_2), impl.merge_linear(W_1, *weights(rng, 7, 11)[1:])]


@check(
    "the two layers merge in any size: one hidden unit, one feature, d_ff equal to d_model",
    parts="one hidden unit (W; b); one feature (W; b); equal sizes (W; b)",
    follows="two_layers_are_one",
)
def merged_in_any_size(impl, rng):
    return [impl.merge_linear(*weights(rng, *sizes)) for sizes in ((4, 1), (1, 4), (5, 5))]


@check("the number of parameters for 512 to 2048 and back, for 2 to 3 and back, and for other sizes", axes="size")
def counts_the_parameters(impl, rng):
    d_model = 2 + rng.randint(30)
    d_ff = d_model + 1 + rng.randint(30)
    return [impl.parameter_count(512, 2048), impl.parameter_count(2, 3), impl.parameter_count(d_model, d_ff)]


@check("the module computes the formula with the weights it holds", axes="batch position feature")
def module_forward(impl, rng):
    module = inject(impl.FeedForward(7, 11), rng, scale=1.0)
    return module(torch.tensor(rng.normal(size=(2, 5, 7))))


@check("the module takes any shape, in both modes, and keeps nothing for the next call", follows="module_forward")
def module_called_again(impl, rng):
    module, square = inject(impl.FeedForward(7, 11), rng, scale=1.0), inject(impl.FeedForward(5, 5), rng, scale=1.0)
    shapes = {"a batch": (2, 5, 7), "another batch": (2, 5, 7), "one word": (1, 1, 7)}
    inputs = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    inputs["another batch"] *= 50
    inputs["another batch"][0, rng.randint(5)] = 0
    found = {name: module(torch.tensor(x)) for name, x in inputs.items()}
    found["d_ff = d_model = length"] = square(torch.tensor(rng.normal(size=(5, 5, 5))))
    module.eval()  # the formula is the same
    return found | {"in eval mode": module(torch.tensor(rng.normal(size=(5, 7))))}


@check(
    "gradients flow back through the module to its input and to both layers",
    parts="result; x: batch position feature; W_1: hidden feature; b_1: hidden; W_2: feature hidden; b_2: feature",
)
def module_gradients(impl, rng):
    module = inject(impl.FeedForward(7, 11), rng, scale=1.0).eval()
    x = torch.tensor(rng.normal(size=(2, 5, 7)), requires_grad=True)
    into = torch.tensor(rng.normal(size=(2, 5, 7)))
    first, second = module.linear_1, module.linear_2
    parts = {"W_1": first.weight, "b_1": first.bias, "W_2": second.weight, "b_2": second.bias}
    return gradients(module(x), into, x=x, **parts)
