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


def as_views(weights):
    """The same weights, with every matrix a transposed view."""
    return {part: {name: array.T.copy().T for name, array in values.items()} for part, values in weights.items()}


def cheap_weights(rng, d_model):
    """Weights for a wide block, made fast: every matrix moves features. The results are about 0.01."""

    def matrix():
        return np.eye(d_model)[rng.permutation(d_model)]

    def norm():
        return {"gamma": 1 + 0.3 * rng.normal(size=d_model), "beta": zeros}

    zeros = np.zeros(d_model)
    return {
        "self_attention": {name: matrix() for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": norm(),
        "cross_attention": {name: matrix() for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_2": norm(),
        "feed_forward": {"W_1": matrix(), "b_1": zeros, "W_2": matrix(), "b_2": zeros},
        "norm_3": {"gamma": 0.01 * rng.normal(size=d_model), "beta": zeros},
    }


def view(rng, batch, length, d_model):
    """Random numbers whose first two axes are turned round in memory."""
    return rng.normal(size=(length, batch, d_model)).swapaxes(0, 1)


def fill(module, rng):
    """Fill a wide module's parameters faster than `inject` does: with the same few numbers again and again."""
    with torch.no_grad():
        for _, parameter in sorted(module.named_parameters()):
            numbers = np.resize(0.3 * rng.normal(size=97), tuple(parameter.shape))  # a prime: no two rows are equal
            parameter.copy_(torch.as_tensor(numbers, dtype=parameter.dtype))


@check(
    "the block works with other sizes, views, a source padded on the left, and a single word",
    axes="batch target feature",
)
def other_sizes(impl, rng):
    weights = as_views(block_weights(rng, 10, 3))
    keep = np.arange(4) >= np.array([3, 1, 2])[:, None]
    many = impl.decoder_block(view(rng, 3, 7, 10), view(rng, 3, 4, 10), weights, 5, keep)
    x, memory = rng.normal(size=(1, 1, 10)), rng.normal(size=(1, 3, 10))
    return {"many": many, "a single word": impl.decoder_block(x, memory, weights, 2, np.ones((1, 3), bool))}


@check(
    "the first three words have the same output before and after the others follow (together with decoder_block)",
    axes="batch target feature",
)
def word_by_word(impl, rng):
    x, memory = view(rng, 2, 5, 6), [view(rng, 2, 7, 6) for _ in range(8)]
    blocks = [as_views(block_weights(rng, 6, d_ff)) for d_ff in (3, 13, 5, 4, 11, 2, 7)]
    blocks.insert(4, blocks[0])
    keep = np.arange(7) >= np.array([1, 5])[:, None]  # padding on the left
    return {
        "three words": impl.decoder(x[:, :3], memory[6:], blocks, 2, keep),
        "five words": impl.decoder(x, memory, blocks, 2, keep),
    }


@check("targets and sources of 300 words, and 300 features, come out right (together with decoder_block)")
def three_hundred(impl, rng):
    keep = np.arange(300) < np.array([[290]])
    long, memory = rng.normal(size=(1, 300, 4)), rng.normal(size=(1, 300, 4))
    x, source = rng.normal(size=(1, 3, 300)), rng.normal(size=(1, 2, 300))
    return {
        "300 words": impl.decoder(long, [memory], [cheap_weights(rng, 4)], 2, keep),
        "300 features": impl.decoder(x, [source], [cheap_weights(rng, 300)], 2, np.ones((1, 2), bool)),
    }


@check("Decoder takes transposed views, 300 words, 300 features and eleven blocks (together with DecoderBlock)")
def module_sizes(impl, rng):
    def run(batch, target, source, d_model, n_blocks=1):
        model = impl.Decoder(d_model, 2, 3, n_blocks)
        for block in model.blocks:
            fill(block, rng)
        x, memory = (tensor(length, batch, d_model).transpose(0, 1) for length in (target, source))
        keep = torch.arange(source) >= torch.tensor([[1]] * batch)  # padding on the left
        with torch.no_grad():
            return model(x, memory, keep)

    def tensor(*shape):
        return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())

    return {
        "views": run(2, 5, 7, 6),
        "300 words": run(1, 300, 260, 4),
        "300 features": run(1, 2, 3, 300),
        "eleven blocks": run(2, 5, 7, 6, 11),
    }


@check(
    "a gradient flows through the whole Decoder to x, to memory and to the weights of every block",
    parts="gradient",
)
def stack_gradients(impl, rng):
    model = impl.Decoder(6, 2, 11, 5).eval()
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


def unusual(rng):
    """Target and memory with vectors of zeros, equal ones, large ones, an enormous last word and enormous padding."""
    x, memory = rng.normal(size=(3, 5, 6)), rng.normal(size=(3, 6, 6))
    x[0, 1], x[0, 3], x[1, 1], x[:, 4] = 0, x[0, 0], 30 * x[1, 1], 1e6 * x[:, 4]
    memory[0, 1], memory[0, 3], memory[1, 2], memory[2, 3] = 0, memory[0, 0], 30 * memory[1, 2], 1e5 * memory[2, 3]
    keep = np.array([[1, 1, 0, 1, 1, 1], [0, 1, 1, 0, 0, 1], [0, 0, 0, 1, 0, 0]], bool)  # padding anywhere
    return x, np.where(keep[:, :, None], memory, 1e6 * memory), keep


@check(
    "the block never sees the future or padding, however large, and always all other words, even if zero or repeated",
    axes="batch target feature",
)
def unusual_words(impl, rng):
    x, memory, keep = unusual(rng)
    return impl.decoder_block(x, memory, block_weights(rng, 6, 5), 2, keep)


@check(
    "DecoderBlock never sees the future or padding, however large, and always all other words, zero or repeated",
    axes="batch target feature",
)
def module_unusual_words(impl, rng):
    x, memory, keep = unusual(rng)
    block, dtype = inject(impl.DecoderBlock(6, 2, 5), rng), torch.get_default_dtype()
    with torch.no_grad():
        return block(torch.tensor(x, dtype=dtype), torch.tensor(memory, dtype=dtype), torch.tensor(keep))
