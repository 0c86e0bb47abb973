import numpy as np
import torch

from grader.checks import check, inject


@check("four axes work too, and a hidden layer narrower than the model", axes="batch group position feature")
def four_axes_and_a_narrow_layer(impl, rng):
    W_1, W_2 = rng.normal(size=(7, 3)), rng.normal(size=(3, 7))
    return impl.feed_forward(rng.normal(size=(2, 4, 5, 7)), W_1, rng.normal(size=3), W_2, rng.normal(size=7))


@check("where every hidden value is negative, only b_2 is left", axes="position feature")
def silent_layer_gives_b_2(impl, rng):
    W_1, W_2 = rng.normal(size=(7, 11)), rng.normal(size=(11, 7))
    x = np.concatenate([rng.normal(size=(3, 7)), 9 * rng.normal(size=(2, 7))])
    return impl.feed_forward(x, W_1, np.full(11, -25.0), W_2, rng.normal(size=7))


@check("the count holds for a hidden layer of any width, and the answers are whole numbers", axes="size")
def counts_any_size(impl, rng):
    return [impl.parameter_count(3, 2), impl.parameter_count(1, 13), impl.parameter_count(1024, 4096)]


@check("the module works on a transposed view, and its input stays as it was", axes="position batch feature; ")
def module_on_a_view(impl, rng):
    module = inject(impl.FeedForward(7, 11), rng, scale=1.0)
    x = torch.tensor(rng.normal(size=(2, 5, 7)))
    out = module(x.transpose(0, 1))
    return out, x
