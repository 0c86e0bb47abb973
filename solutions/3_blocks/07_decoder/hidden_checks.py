import numpy as np
import torch

from grader.checks import check, inject


def block_weights(rng, d_model, d_ff):
    def matrix(rows, columns):
        return 1.2 * rng.normal(size=(rows, columns)) / rows**0.5

    def norm():
        return {"gamma": 1 + 0.3 * rng.normal(size=d_model), "beta": 0.5 * rng.normal(size=d_model)}

    return {
        "self_attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": norm(),
        "cross_attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_2": norm(),
        "feed_forward": {
            "W_1": matrix(d_model, d_ff),
            "b_1": 0.5 * rng.normal(size=d_ff),
            "W_2": matrix(d_ff, d_model),
            "b_2": 0.5 * rng.normal(size=d_model),
        },
        "norm_3": norm(),
    }


@check("the block works with other sizes, a source padded on the left, and a single word", axes="batch target feature")
def other_sizes(impl, rng):
    weights = block_weights(rng, 10, 3)
    keep = np.arange(4) >= np.array([3, 0, 2])[:, None]
    many = impl.decoder_block(rng.normal(size=(3, 7, 10)), rng.normal(size=(3, 4, 10)), weights, 5, keep)
    x, memory = rng.normal(size=(1, 1, 10)), rng.normal(size=(1, 3, 10))
    return {"many": many, "a single word": impl.decoder_block(x, memory, weights, 2, np.ones((1, 3), bool))}


@check(
    "the first three words come out the same before and after the others are said (together with decoder_block)",
    axes="batch target feature",
)
def word_by_word(impl, rng):
    x, memory = rng.normal(size=(2, 5, 6)), [rng.normal(size=(2, 7, 6)) for _ in range(2)]
    blocks = [block_weights(rng, 6, d_ff) for d_ff in (3, 13, 5)]
    keep = np.arange(7) < np.array([7, 2])[:, None]
    return {
        "three words": impl.decoder(x[:, :3], memory, blocks, 2, keep),
        "five words": impl.decoder(x, memory, blocks, 2, keep),
    }


@check("a gradient flows through the whole Decoder to x, to memory and to the weights of every block")
def stack_gradients(impl, rng):
    model = impl.Decoder(6, 2, 11, 3)
    for block in model.blocks:
        inject(block, rng)

    def tensor(*shape):
        return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())

    x, memory = tensor(2, 5, 6).requires_grad_(), tensor(2, 7, 6).requires_grad_()
    out = torch.as_tensor(model(x, memory, torch.ones(2, 7, dtype=torch.bool)))
    inputs = [x, memory, *(block.linear_2.weight for block in model.blocks)]
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * tensor(2, 5, 6)).sum(), inputs, allow_unused=True)
    return [torch.zeros_like(i) if g is None else g for i, g in zip(inputs, found, strict=True)]
