import numpy as np
import torch

from grader.checks import check, inject


def small_weights(rng, d_model, d_ff):
    """Weights whose results are about 0.01."""
    shapes = (d_model, d_ff), d_ff, (d_ff, d_model), d_model
    return [scale * rng.normal(size=shape) for scale, shape in zip((1, 1, 0.01, 0.01), shapes, strict=True)]


@check("four axes work too, a transposed view, a hidden layer narrower than the model, and 300 words or features")
def four_axes_and_a_narrow_layer(impl, rng):
    W_1, W_2 = rng.normal(size=(7, 3)), rng.normal(size=(3, 7))
    x = rng.normal(size=(2, 5, 4, 7)).swapaxes(1, 2)
    return {
        "four axes": impl.feed_forward(x, W_1.T.copy().T, rng.normal(size=3), W_2.T.copy().T, rng.normal(size=7)),
        "300 words": impl.feed_forward(rng.normal(size=(300, 2)), *small_weights(rng, 2, 3)),
        "300 features": impl.feed_forward(rng.normal(size=(2, 300)), *small_weights(rng, 300, 2)),
        "300 hidden units": impl.feed_forward(rng.normal(size=(2, 3)), *small_weights(rng, 3, 300)),
    }


@check("where every hidden value is negative, only b_2 is left", axes="position feature")
def silent_layer_gives_b_2(impl, rng):
    W_1, W_2 = rng.normal(size=(7, 11)), rng.normal(size=(11, 7))
    x = np.concatenate([rng.normal(size=(3, 7)), 9 * rng.normal(size=(2, 7))])
    return impl.feed_forward(x, W_1, np.full(11, -25.0), W_2, rng.normal(size=7))


@check("layers of 300 features merge too, and matrices that are transposed views", parts="W: in out; b: out")
def merges_wide_layers(impl, rng):
    W_1, b_1, W_2, b_2 = small_weights(rng, 300, 2)
    W_1[rng.randint(300), 0] = W_2[0, rng.randint(300)] = b_2[rng.randint(300)] = 0
    return impl.merge_linear(W_1.T.copy().T, b_1, W_2.T.copy().T, b_2)


@check("the count is right for a hidden layer of any width, and the results are of type int", parts="counts (size)")
def counts_any_size(impl, rng):
    narrow = 1 + rng.randint(20)
    sizes = (
        (narrow + 1 + rng.randint(20), narrow),
        (1, 13 + rng.randint(20)),
        (narrow, narrow),
        (700 + narrow, 900),
    )
    counts = [impl.parameter_count(*size) for size in sizes]
    return {"counts": counts, "whole numbers": all(hasattr(count, "__index__") for count in counts)}


@check("the module works on one vector, four axes, a transposed view, and on 300 words or features")
def module_on_a_view(impl, rng):
    module = inject(impl.FeedForward(7, 11), rng, scale=1.0)
    long, wide = inject(impl.FeedForward(2, 3), rng, scale=0.1), inject(impl.FeedForward(300, 2), rng, scale=0.1)
    return {
        "a view": module(torch.tensor(rng.normal(size=(2, 5, 7))).transpose(0, 1)),
        "one vector": module(torch.tensor(rng.normal(size=7))),
        "four axes": module(torch.tensor(rng.normal(size=(2, 2, 3, 7)))),
        "300 words": long(torch.tensor(rng.normal(size=(300, 2)))),
        "300 features": wide(torch.tensor(rng.normal(size=(2, 300)))),
    }


@check("hidden values may be tiny or enormous: ReLU has no threshold but 0, and no ceiling")
def hidden_values_of_any_size(impl, rng):
    x, W_1, W_2 = rng.normal(size=(5, 7)), rng.normal(size=(7, 11)), rng.normal(size=(11, 7))
    b_1, b_2 = rng.normal(size=11), rng.normal(size=7)
    return {
        name: impl.feed_forward(x, scale * W_1, scale * b_1, W_2 / scale, b_2)
        for name, scale in {"tiny": 1e-6, "enormous": 1e6}.items()
    }


@check(
    "a bias of zeros, or the same layer twice, merges like any other", parts="no b_1 (W; b); no b_2 (W; b); same (W; b)"
)
def merges_silent_biases(impl, rng):
    W_1, b_1, W_2, b_2 = rng.normal(size=(4, 3)), rng.normal(size=3), rng.normal(size=(3, 4)), rng.normal(size=4)
    W = rng.normal(size=(4, 4))
    return [
        impl.merge_linear(W_1, 0 * b_1, W_2, b_2),
        impl.merge_linear(W_1, b_1, W_2, 0 * b_2),
        impl.merge_linear(W, b_2, W, b_2),
    ]


@check("the module's hidden values may be tiny or enormous")
def module_hidden_values_of_any_size(impl, rng):
    x, found = torch.tensor(rng.normal(size=(5, 7))), {}
    for name, scale in {"tiny": 1e-6, "enormous": 1e6}.items():
        module = inject(impl.FeedForward(7, 11), rng, scale=1.0)
        with torch.no_grad():
            module.linear_1.weight *= scale
            module.linear_1.bias *= scale
            module.linear_2.weight /= scale
        found[name] = module(x)
    return found
