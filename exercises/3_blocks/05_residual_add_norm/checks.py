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
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check("post-norm of the two words of the worked example: add, then normalise", axes="position feature")
def worked_post_norm(impl, rng):
    x = np.array([[1.0, 2, 6], [4, 0, 2]])
    return impl.post_norm(x, lambda v: 0 * v + v.mean(axis=0), layer_norm(np.ones(3), np.zeros(3), 1e-9))


@check("in post-norm the sublayer sees x, and the norm sees the sum; each is called once")
def post_norm_wiring(impl, rng):
    x = rng.normal(size=(5, 7))
    sublayer_saw, norm_saw = [], []
    sublayer = recorded(random_sublayer(rng, 5, 7), sublayer_saw)
    impl.post_norm(x, sublayer, recorded(random_norm(rng, 7), norm_saw))
    return {"the sublayer was called with": sublayer_saw, "the norm was called with": norm_saw}


@check(
    "post-norm of a batch of sentences is right, and the array x stays as it was",
    axes="batch position feature; batch position feature",
)
def post_norm_batch(impl, rng):
    x = 3 * rng.normal(size=(2, 5, 7)) + 1
    out = impl.post_norm(x, random_sublayer(rng, 5, 7), random_norm(rng, 7))
    return out, x


@check("pre-norm of the two words of the worked example: the sublayer gets normalised words", axes="position feature")
def worked_pre_norm(impl, rng):
    x = np.array([[1.0, 2, 6], [4, 0, 2]])
    return impl.pre_norm(x, lambda v: 0 * v + v.mean(axis=0), layer_norm(np.ones(3), np.zeros(3), 1e-9))


@check("in pre-norm the norm sees x, and the sublayer sees the normalised x; each is called once")
def pre_norm_wiring(impl, rng):
    x = rng.normal(size=(5, 7))
    sublayer_saw, norm_saw = [], []
    sublayer = recorded(random_sublayer(rng, 5, 7), sublayer_saw)
    impl.pre_norm(x, sublayer, recorded(random_norm(rng, 7), norm_saw))
    return {"the sublayer was called with": sublayer_saw, "the norm was called with": norm_saw}


@check(
    "pre-norm of a batch of sentences adds the branch to x as it came, and the array x stays as it was",
    axes="batch position feature; batch position feature",
)
def pre_norm_batch(impl, rng):
    x = 3 * rng.normal(size=(2, 5, 7)) + 1
    out = impl.pre_norm(x, random_sublayer(rng, 5, 7), random_norm(rng, 7))
    return out, x


@check("six layers F(x) = 0.1 x, each with a residual connection, make 1.771561 x", axes="position feature")
def six_small_layers(impl, rng):
    return impl.residual_stack(rng.normal(size=(5, 7)), [lambda v: 0.1 * v] * 6)


@check(
    "in a stack each layer adds to what the layer before it gave, and the array x stays as it was",
    axes="position feature; position feature",
)
def each_layer_adds(impl, rng):
    x = rng.normal(size=(5, 7))
    out = impl.residual_stack(x, [random_sublayer(rng, 5, 7) for _ in range(3)])
    return out, x


@check(
    "the module with norm_first=False is post-norm with its own norm, and leaves x as it was",
    axes="batch position feature; batch position feature",
)
def module_post_norm(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=False), rng)
    x, W = torch.tensor(rng.normal(size=(2, 5, 7)) + 1), torch.tensor(rng.normal(size=(7, 7)))
    out = module(x, lambda v: 2 * torch.tanh(v @ W))
    return out, x


@check(
    "the module with norm_first=True is pre-norm with its own norm, and leaves x as it was",
    axes="batch position feature; batch position feature",
)
def module_pre_norm(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=True), rng)
    x, W = torch.tensor(rng.normal(size=(2, 5, 7)) + 1), torch.tensor(rng.normal(size=(7, 7)))
    out = module(x, lambda v: 2 * torch.tanh(v @ W))
    return out, x


@check(
    "gradients flow back to x, to the sublayer's weights and to the norm",
    axes="; batch position feature; feature_in feature_out; feature; feature",
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
    axes="; position feature; feature; feature",
)
def deep_gradient(impl, rng):
    module = inject(impl.AddNorm(7, norm_first=True), rng)
    x = torch.tensor(rng.normal(size=(5, 7)), requires_grad=True)
    out = x
    for W in torch.tensor(0.1 * rng.normal(size=(24, 7, 7))):
        out = module(out, lambda v, W=W: torch.tanh(v @ W))
    into = torch.tensor(rng.normal(size=(5, 7)))
    return gradients(out, into, x=x, gamma=module.norm.weight, beta=module.norm.bias)
