import numpy as np
import torch

from grader.checks import check, inject


def block_weights(rng, d_model, d_ff):
    def matrix(rows, columns):
        return 1.2 * rng.normal(size=(rows, columns)) / rows**0.5

    def norm():
        return {"gamma": 1 + 0.3 * rng.normal(size=d_model), "beta": 0.5 * rng.normal(size=d_model)}

    return {
        "attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": norm(),
        "feed_forward": {
            "W_1": matrix(d_model, d_ff),
            "b_1": 0.5 * rng.normal(size=d_ff),
            "W_2": matrix(d_ff, d_model),
            "b_2": 0.5 * rng.normal(size=d_model),
        },
        "norm_2": norm(),
    }


def at_real_tokens(out, keep):
    out = out.detach() if isinstance(out, torch.Tensor) else out
    if np.shape(out)[:2] != keep.shape:
        return out
    return np.asarray(out)[keep]


@check("the block works with other sizes, padding on the left and a single token")
def other_sizes(impl, rng):
    weights = block_weights(rng, 10, 3)
    keep = np.arange(7) >= np.array([3, 0, 5])[:, None]
    many = impl.encoder_block(rng.normal(size=(3, 7, 10)), weights, 5, keep)
    single = impl.encoder_block(rng.normal(size=(1, 1, 10)), weights, 2, np.ones((1, 1), bool))
    return {"many": at_real_tokens(many, keep), "a single token": single}


@check("five blocks with padding, with fewer and with more features inside (together with encoder_block)")
def five_blocks(impl, rng):
    blocks = [block_weights(rng, 6, d_ff) for d_ff in (3, 13, 4, 11, 5)]
    keep = np.arange(4) < np.array([4, 1, 2])[:, None]
    return at_real_tokens(impl.encoder(rng.normal(size=(3, 4, 6)), blocks, 2, keep), keep)


@check("a gradient flows through the whole Encoder to x and to the weights of every block")
def stack_gradients(impl, rng):
    model = impl.Encoder(6, 2, 11, 3)
    for block in model.blocks:
        inject(block, rng)
    x = torch.tensor(rng.normal(size=(2, 5, 6)), dtype=torch.get_default_dtype(), requires_grad=True)
    weights = torch.tensor(rng.normal(size=(2, 5, 6)), dtype=torch.get_default_dtype())
    out = torch.as_tensor(model(x, torch.ones(2, 5, dtype=torch.bool)))
    inputs = [x, *(block.linear_2.weight for block in model.blocks)]
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), inputs, allow_unused=True)
    return [torch.zeros_like(i) if g is None else g for i, g in zip(inputs, found, strict=True)]
