import numpy as np
import torch

from grader.checks import check, inject


def block_weights(rng, d_model=6, d_ff=11):
    """The weights of one block, all different."""

    def matrix(rows, columns):
        return rng.normal(size=(rows, columns)) / rows**0.5

    def norm():
        return {"gamma": 1 + 0.3 * rng.normal(size=d_model), "beta": 0.5 * rng.normal(size=d_model)}

    return {
        "attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": norm(),
        "feed_forward": {
            "W_1": 1.5 * matrix(d_model, d_ff),
            "b_1": 0.5 * rng.normal(size=d_ff),
            "W_2": 1.5 * matrix(d_ff, d_model),
            "b_2": 0.5 * rng.normal(size=d_model),
        },
        "norm_2": norm(),
    }


def tensor(array):
    return torch.tensor(array, dtype=torch.get_default_dtype())


def at_real_tokens(out, keep):
    """The vectors of the real tokens; what stands at the padding is nobody's business."""
    out = out.detach() if isinstance(out, torch.Tensor) else out
    if np.shape(out)[:2] != keep.shape:
        return out
    return np.asarray(out)[keep]


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check("the worked block gives the worked numbers", axes="batch position feature")
def worked_block(impl, rng):
    x = np.array([[[3.0, 0, 0], [1, 2, 0], [2, 1, 3]]])
    same, norm = np.eye(3), {"gamma": np.ones(3), "beta": np.zeros(3)}
    weights = {
        "attention": {"W_q": 0 * same, "W_k": 0 * same, "W_v": same, "W_o": same},
        "norm_1": norm,
        "feed_forward": {"W_1": same, "b_1": np.zeros(3), "W_2": np.roll(same, 1, axis=1), "b_2": np.zeros(3)},
        "norm_2": norm,
    }
    return impl.encoder_block(x, weights, 1, np.ones((1, 3), bool))


@check("attention's output is added to x, then normalised (feed-forward silent)", axes="batch position feature")
def attention_half(impl, rng):
    x, weights = rng.normal(size=(2, 5, 6)), block_weights(rng)
    weights["feed_forward"]["W_2"] *= 0
    weights["feed_forward"]["b_2"] *= 0
    return impl.encoder_block(x, weights, 3, np.ones((2, 5), bool))


@check(
    "the feed-forward part reads the normalised sum and is added to it (attention silent)",
    axes="batch position feature",
)
def feed_forward_half(impl, rng):
    x, weights = 1 + 2 * rng.normal(size=(2, 5, 6)), block_weights(rng)
    weights["attention"]["W_o"] *= 0
    return impl.encoder_block(x, weights, 3, np.ones((2, 5), bool))


@check("other numbers in the padding change nothing at the real tokens of the block", axes="token feature")
def padding_is_not_seen(impl, rng):
    x, noise, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6)), block_weights(rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    changed = np.where(keep[:, :, None], x, 3 * noise)
    outs = [impl.encoder_block(inputs, weights, 3, keep) for inputs in (x, changed)]
    return {"as given": at_real_tokens(outs[0], keep), "padding changed": at_real_tokens(outs[1], keep)}


@check("tokens in another order give the same vectors in that other order", axes="batch position feature")
def any_order(impl, rng):
    x, weights = rng.normal(size=(2, 5, 6)), block_weights(rng)
    order = np.roll(np.arange(5), int(rng.randint(1, 5)))
    keep = np.ones((2, 5), bool)
    plain, moved = (impl.encoder_block(inputs, weights, 3, keep) for inputs in (x, x[:, order]))
    return {"in order": plain, "in another order": moved}


@check(
    "the block leaves the x it was given as it was",
    axes="batch position feature; batch position feature",
    follows="attention_half",
)
def input_unchanged(impl, rng):
    x, weights = rng.normal(size=(2, 5, 6)), block_weights(rng)
    out = impl.encoder_block(x, weights, 3, np.ones((2, 5), bool))
    return out, x


@check(
    "each of three blocks works on the one before, with its own weights (together with encoder_block)",
    axes="batch position feature",
)
def stack_of_three(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(3)]
    return {
        "one block": impl.encoder(x, blocks[:1], 3, np.ones((2, 5), bool)),
        "three blocks": impl.encoder(x, blocks, 3, np.ones((2, 5), bool)),
    }


@check(
    "a sentence comes out of the stack the same alone and padded in a batch (together with encoder_block)",
    axes="token feature",
    follows="padding_is_not_seen",
)
def alone_or_in_a_batch(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(2)]
    keep = np.arange(5) < np.array([5, 3])[:, None]
    batch = impl.encoder(x, blocks, 3, keep)
    alone = impl.encoder(x[1:, :3], blocks, 3, keep[1:, :3])
    return {"alone": at_real_tokens(alone, keep[1:, :3]), "in the batch": at_real_tokens(batch, keep)}


@check(
    "EncoderBlock adds, normalises and uses the ReLU, and leaves x as it was",
    axes="batch position feature; batch position feature",
)
def module_forward(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    x = tensor(rng.normal(size=(2, 5, 6)))
    with torch.no_grad():
        return block(x, torch.ones(2, 5, dtype=torch.bool)), x


@check("EncoderBlock hides the padding, where keep is False", axes="token feature", follows="module_forward")
def module_padding(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    out = block(tensor(rng.normal(size=(2, 5, 6))), torch.tensor(keep))
    return at_real_tokens(out, keep)


@check(
    "gradients flow back through EncoderBlock to x and to its weights",
    axes="; batch position feature; out in; out in",
)
def module_gradients(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    x = tensor(rng.normal(size=(2, 5, 6))).requires_grad_()
    keep = np.arange(5) < np.array([5, 3])[:, None]
    weights = tensor(rng.normal(size=(2, 5, 6)) * keep[:, :, None])  # what comes out at the padding is not looked at
    out = block(x, torch.tensor(keep))
    value, first = block.attention.in_proj_weight, block.linear_1.weight
    return gradients(out, weights, x=x, attention=value, linear_1=first)


@check(
    "Encoder runs its blocks one after the other, each with its own weights (together with EncoderBlock)",
    axes="token feature",
)
def module_stack(impl, rng):
    model = impl.Encoder(6, 3, 11, 3)
    for block in model.blocks:
        inject(block, rng)
    keep = np.arange(5) < np.array([5, 3])[:, None]
    x = tensor(rng.normal(size=(2, 5, 6)))
    return at_real_tokens(model(x, torch.tensor(keep)), keep)


@check("all the weights of all blocks are parameters of Encoder, so that they can be trained")
def module_parameters(impl, rng):
    named = dict(impl.Encoder(6, 3, 11, 4).named_parameters())
    return {"numbers to train": sum(p.numel() for p in named.values()), "parameters": sorted(named)}
