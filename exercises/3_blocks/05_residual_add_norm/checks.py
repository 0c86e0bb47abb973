import numpy as np
import torch
from torch.nn import functional

from grader.checks import check, inject


def layer_norm(gamma, beta, eps):
    """A norm to hand over: the library's."""

    def norm(v):
        v, scale, shift = (torch.tensor(np.array(a, dtype=float)) for a in (v, gamma, beta))
        return functional.layer_norm(v, scale.shape, scale, shift, eps).numpy()

    return norm


def random_norm(rng, d_model):
    """gamma, beta and a large eps, so that norm(norm(x)), norm(2x) and norm(x) all differ."""
    return layer_norm(rng.normal(size=d_model) + 2, rng.normal(size=d_model), 0.5)


def random_sublayer(rng, length, d_model):
    """Mixes the positions, as attention does, then the features."""
    A, W = rng.normal(size=(length, length)), rng.normal(size=(d_model, d_model))
    return lambda v: np.tanh(0.3 * A @ np.array(v, dtype=float) @ W) * 2 + 0.5


def silent_sublayer(v):
    """Gives 0 for every position."""
    return np.zeros(np.shape(v))


def in_any_shape(function, rng):
    """What post_norm or pre_norm gives for one word, for one feature, and for as many words as features."""
    shapes = {"one word": (1, 1, 7), "one feature": (4, 1), "five words of five features": (5, 5)}
    found = {}
    for name, shape in shapes.items():
        x = rng.normal(size=shape)
        found[name] = function(x, random_sublayer(rng, *shape[-2:]), random_norm(rng, shape[-1]))
    return found


def recorded(function, seen):
    """The same function; what it is called with is noted in `seen`."""

    def record(v):
        seen.append(np.array(v, dtype=float))
        return function(v)

    return record


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


@check("post-norm of the two words of the worked example: add, then normalise", axes="position feature")
def worked_post_norm(impl, rng):
    x = np.array([[1.0, 2, 6], [4, 0, 2]])
    return impl.post_norm(x, lambda v: 0 * v + v.mean(axis=0), layer_norm(np.ones(3), np.zeros(3), 1e-9))


@check(
    "in post-norm the sublayer sees x, and the norm sees the sum; each is called once, with all sentences",
    parts="the sublayer was called with (call: batch position feature); "
    "the norm was called with (call: batch position feature)",
)
def post_norm_wiring(impl, rng):
    x = rng.normal(size=(2, 5, 7))
    sublayer_saw, norm_saw = [], []
    sublayer = recorded(random_sublayer(rng, 5, 7), sublayer_saw)
    impl.post_norm(x, sublayer, recorded(random_norm(rng, 7), norm_saw))
    return {"the sublayer was called with": sublayer_saw, "the norm was called with": norm_saw}


@check("post-norm of a batch of sentences is right, whatever the sublayer returns", axes="batch position feature")
def post_norm_batch(impl, rng):
    x, norm = 3 * rng.normal(size=(2, 5, 7)) + 1, random_norm(rng, 7)
    x[0, rng.randint(5)] = 0  # a word of zeros is a word all the same
    sublayers = {"a sublayer": random_sublayer(rng, 5, 7), "another": random_sublayer(rng, 5, 7), "0": silent_sublayer}
    return {name: impl.post_norm(x, sublayer, norm) for name, sublayer in sublayers.items()}


@check("post-norm takes axes of length 1, and as many words as features", follows="post_norm_batch")
def post_norm_in_any_shape(impl, rng):
    return in_any_shape(impl.post_norm, rng)


@check("pre-norm of the two words of the worked example: the sublayer gets normalised words", axes="position feature")
def worked_pre_norm(impl, rng):
    x = np.array([[1.0, 2, 6], [4, 0, 2]])
    return impl.pre_norm(x, lambda v: 0 * v + v.mean(axis=0), layer_norm(np.ones(3), np.zeros(3), 1e-9))


@check(
    "in pre-norm the norm sees x, and the sublayer sees the normalised x; each is called once, with all sentences",
    parts="the sublayer was called with (call: batch position feature); "
    "the norm was called with (call: batch position feature)",
)
def pre_norm_wiring(impl, rng):
    x = rng.normal(size=(2, 5, 7))
    sublayer_saw, norm_saw = [], []
    sublayer = recorded(random_sublayer(rng, 5, 7), sublayer_saw)
    impl.pre_norm(x, sublayer, recorded(random_norm(rng, 7), norm_saw))
    return {"the sublayer was called with": sublayer_saw, "the norm was called with": norm_saw}


@check(
    "pre-norm of a batch of sentences adds to the original x, whatever the sublayer returns",
    axes="batch position feature",
)
def pre_norm_batch(impl, rng):
    x, norm = 3 * rng.normal(size=(2, 5, 7)) + 1, random_norm(rng, 7)
    x[0, rng.randint(5)] = 0  # a word of zeros is a word all the same
    sublayers = {"a sublayer": random_sublayer(rng, 5, 7), "another": random_sublayer(rng, 5, 7), "0": silent_sublayer}
    return {name: impl.pre_norm(x, sublayer, norm) for name, sublayer in sublayers.items()}


@check("pre-norm takes axes of length 1, and as many words as features", follows="pre_norm_batch")
def pre_norm_in_any_shape(impl, rng):
    return in_any_shape(impl.pre_norm, rng)


@check("six layers F(x) = 0.1 x, each with a residual connection, make 1.771561 x", axes="position feature")
def six_small_layers(impl, rng):
    return impl.residual_stack(rng.normal(size=(5, 7)), [lambda v: 0.1 * v] * 6)


@check("in a stack each layer adds to the output of the layer before it", axes="position feature")
def each_layer_adds(impl, rng):
    x, layers = rng.normal(size=(5, 7)), [random_sublayer(rng, 5, 7) for _ in range(3)]
    other = rng.normal(size=(5, 7))
    other[rng.randint(5), rng.randint(7)] = 0
    return {
        "three layers": impl.residual_stack(x, layers),
        "with another x": impl.residual_stack(other, layers),
        "turned round": impl.residual_stack(x, layers[::-1]),
    }


@check(
    "each layer of a stack is called once, with all sentences",
    parts="the layers were called with (call: batch position feature)",
    follows="each_layer_adds",
)
def stack_wiring(impl, rng):
    seen = []
    layers = [recorded(random_sublayer(rng, 5, 7), seen) for _ in range(3)]
    impl.residual_stack(rng.normal(size=(2, 5, 7)), layers)
    return {"the layers were called with": seen}


@check(
    "a stack takes axes of length 1, as many words as features, and a layer that returns 0", follows="each_layer_adds"
)
def stack_in_any_shape(impl, rng):
    shapes = {"one word": (1, 1, 7), "one feature": (4, 1), "five words of five features": (5, 5)}
    return {
        name: impl.residual_stack(rng.normal(size=shape), [random_sublayer(rng, *shape[-2:]), silent_sublayer])
        for name, shape in shapes.items()
    }


@check("the module with norm_first=False is post-norm with its own norm", axes="batch position feature")
def module_post_norm(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=False), rng)
    x, W = torch.tensor(rng.normal(size=(2, 5, 7)) + 1), torch.tensor(rng.normal(size=(7, 7)))
    return module(x, lambda v: 2 * torch.tanh(v @ W))


@check("the module with norm_first=True is pre-norm with its own norm", axes="batch position feature")
def module_pre_norm(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=True), rng)
    x, W = torch.tensor(rng.normal(size=(2, 5, 7)) + 1), torch.tensor(rng.normal(size=(7, 7)))
    return module(x, lambda v: 2 * torch.tanh(v @ W))


@check("the module takes any shape and any sublayer, in both modes, and keeps nothing for the next call")
def module_called_again(impl, rng):
    W, x = torch.tensor(rng.normal(size=(7, 7))), torch.tensor(rng.normal(size=(7, 7)))
    x[rng.randint(7)] = 0
    found, modules = {}, {norm_first: inject(impl.AddNorm(7, norm_first), rng) for norm_first in (False, True)}
    for norm_first, module in modules.items():
        found[f"norm_first={norm_first}"] = {
            "as many words as features": module(x, lambda v: torch.tanh(v @ W)),
            "another sublayer": module(x, lambda v: torch.sin(v @ W)),
            "a sublayer that gives 0": module(x, lambda v: 0 * v),
            "one word": module(torch.tensor(rng.normal(size=(1, 1, 7))), lambda v: torch.tanh(v @ W)),
            "one vector, in eval mode": module.eval()(torch.tensor(rng.normal(size=7)), lambda v: torch.tanh(v @ W)),
        }
    return found


@check(
    "gradients flow back to x, to the sublayer's weights and to the norm",
    parts="result; x: batch position feature; sublayer: feature_in feature_out; gamma: feature; beta: feature",
)
def module_gradients(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=False), rng)
    x = torch.tensor(rng.normal(size=(2, 5, 7)), requires_grad=True)
    W = torch.tensor(rng.normal(size=(7, 7)), requires_grad=True)
    into = torch.tensor(rng.normal(size=(2, 5, 7)))
    out = module(x, lambda v: torch.tanh(v @ W))
    return gradients(out, into, x=x, sublayer=W, gamma=module.norm.weight, beta=module.norm.bias)


@check(
    "the gradient survives 24 pre-norm layers: it arrives at x along the residual path, and at the norm",
    parts="result; x: position feature; gamma: feature; beta: feature",
)
def deep_gradient(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=True), rng)
    x = torch.tensor(rng.normal(size=(5, 7)), requires_grad=True)
    out = x
    for W in torch.tensor(0.1 * rng.normal(size=(24, 7, 7))):
        out = module(out, lambda v, W=W: torch.tanh(v @ W))
    into = torch.tensor(rng.normal(size=(5, 7)))
    return gradients(out, into, x=x, gamma=module.norm.weight, beta=module.norm.bias)
