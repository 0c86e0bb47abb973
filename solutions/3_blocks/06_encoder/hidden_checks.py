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


def as_views(weights):
    """The same weights, with every matrix a transposed view."""
    return {part: {name: array.T.copy().T for name, array in values.items()} for part, values in weights.items()}


def cheap_weights(rng, d_model):
    """Weights for a wide block, made fast: every matrix moves features. The results are about 0.01."""

    def matrix():
        return np.eye(d_model)[rng.permutation(d_model)]

    zeros = np.zeros(d_model)
    return {
        "attention": {name: matrix() for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": {"gamma": 1 + 0.3 * rng.normal(size=d_model), "beta": zeros},
        "feed_forward": {"W_1": matrix(), "b_1": zeros, "W_2": matrix(), "b_2": zeros},
        "norm_2": {"gamma": 0.01 * rng.normal(size=d_model), "beta": zeros},
    }


def fill(module, rng):
    """Fill a wide module's parameters faster than `inject` does: with the same few numbers again and again."""
    with torch.no_grad():
        for _, parameter in sorted(module.named_parameters()):
            numbers = np.resize(0.3 * rng.normal(size=97), tuple(parameter.shape))  # a prime: no two rows are equal
            parameter.copy_(torch.as_tensor(numbers, dtype=parameter.dtype))


@check("the block works with other sizes, padding on the left, views and a single token")
def other_sizes(impl, rng):
    weights = as_views(block_weights(rng, 10, 3))
    keep = np.arange(7) >= np.array([3, 1, 5])[:, None]
    many = impl.encoder_block(rng.normal(size=(7, 3, 10)).swapaxes(0, 1), weights, 5, keep)
    single = impl.encoder_block(rng.normal(size=(1, 1, 10)), weights, 2, np.ones((1, 1), bool))
    return {"many": at_real_tokens(many, keep), "a single token": single}


@check("eleven blocks with padding, with fewer and with more features inside (together with encoder_block)")
def eleven_blocks(impl, rng):
    blocks = [as_views(block_weights(rng, 6, d_ff)) for d_ff in (3, 13, 4, 11, 5, 2, 7, 6, 1, 8)]
    blocks.append(blocks[0])
    keep = np.arange(4) >= np.array([1, 3, 2])[:, None]  # padding on the left
    return at_real_tokens(impl.encoder(20 * rng.normal(size=(4, 3, 6)).swapaxes(0, 1), blocks, 2, keep), keep)


@check("sentences of 300 tokens, and vectors of 300 features, come out right (together with encoder_block)")
def three_hundred(impl, rng):
    keep = np.arange(300) < np.array([[290]])
    long = impl.encoder(rng.normal(size=(1, 300, 4)), [cheap_weights(rng, 4)], 2, keep)
    wide = impl.encoder(rng.normal(size=(1, 2, 300)), [cheap_weights(rng, 300)], 2, np.ones((1, 2), bool))
    return {"300 tokens": at_real_tokens(long, keep), "300 features": wide}


@check("Encoder takes a transposed view, 300 tokens, 300 features and eleven blocks (together with EncoderBlock)")
def module_sizes(impl, rng):
    def run(x, heads, lengths, n_blocks=1):
        model = impl.Encoder(x.shape[-1], heads, 3, n_blocks)
        for block in model.blocks:
            if n_blocks == 1:
                fill(block, rng)
                continue
            inject(block, rng)
            with torch.no_grad():  # larger norms: with small ones all the tokens of a deep stack become alike
                block.norm_1.weight += 2
                block.norm_2.weight += 2
        keep = (np.arange(x.shape[1]) < np.array(lengths)[:, None])[:, ::-1].copy()  # padding on the left
        return at_real_tokens(model(x, torch.tensor(keep)), keep)

    def tensor(*shape):
        return torch.tensor(rng.normal(size=shape), dtype=torch.get_default_dtype())

    return {
        "a view": run(tensor(5, 2, 6).transpose(0, 1), 3, [4, 3]),
        "300 tokens": run(tensor(1, 300, 4), 2, [290]),
        "300 features": run(tensor(1, 2, 300), 2, [2]),
        "eleven blocks": run(tensor(2, 5, 6), 2, [5, 3], 11),
    }


@check("a gradient flows through the whole Encoder to x and to the weights of every block", parts="gradient")
def stack_gradients(impl, rng):
    model = impl.Encoder(6, 2, 11, 5).eval()
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


def unusual(rng):
    """Sentences with a token of zeros, equal tokens, large ones and enormous padding, and which are real."""
    x = rng.normal(size=(3, 6, 6))
    x[0, 1], x[0, 3], x[1, 2], x[2, 3] = 0, x[0, 0], 30 * x[1, 2], 1e5 * x[2, 3]
    keep = np.array([[1, 1, 0, 1, 1, 1], [0, 1, 1, 0, 0, 1], [0, 0, 0, 1, 0, 0]], bool)  # padding anywhere
    return np.where(keep[:, :, None], x, 1e6 * x), keep


@check("each real token of the block counts, even if zero, large or repeated; padding never does, however large")
def unusual_tokens(impl, rng):
    x, keep = unusual(rng)
    return at_real_tokens(impl.encoder_block(x, block_weights(rng, 6, 5), 2, keep), keep)


@check("each real token of EncoderBlock counts, even if zero, large, tiny or repeated; padding never does")
def module_unusual_tokens(impl, rng):
    x, keep = unusual(rng)
    block, dtype = inject(impl.EncoderBlock(6, 2, 5), rng), torch.get_default_dtype()
    found = {"unusual": at_real_tokens(block(torch.tensor(x, dtype=dtype), torch.tensor(keep)), keep)}
    with torch.no_grad():
        block.attention.out_proj.weight.zero_()
        block.attention.out_proj.bias.zero_()
    tiny = torch.tensor(1e-3 * rng.normal(size=(2, 5, 6)), dtype=dtype)  # so small that the norm's eps shows
    return found | {"tiny": block(tiny, torch.ones(2, 5, dtype=torch.bool))}
