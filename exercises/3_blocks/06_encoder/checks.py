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
    arrives = {
        f"the gradient of {name}": "missing" if g is None else "there" for name, g in zip(inputs, found, strict=True)
    }
    numbers = {n: torch.zeros_like(i) if g is None else g for (n, i), g in zip(inputs.items(), found, strict=True)}
    return {"result": arrives, **numbers}


def worked():
    """The words and the weights of the worked example."""
    x = np.array([[[3.0, 0, 0], [1, 2, 0], [2, 1, 3]]])
    same, norm = np.eye(3), {"gamma": np.ones(3), "beta": np.zeros(3)}
    return x, {
        "attention": {"W_q": 0 * same, "W_k": 0 * same, "W_v": same, "W_o": same},
        "norm_1": norm,
        "feed_forward": {"W_1": same, "b_1": np.zeros(3), "W_2": np.roll(same, 1, axis=1), "b_2": np.zeros(3)},
        "norm_2": norm,
    }


def of_any_shape(rng):
    """Name → x and keep: axes of length 1, and axes of equal length. A number of each x is exactly 0."""
    shapes = {
        "one token": ((1, 1, 6), [1]),
        "as many sentences as tokens": ((3, 3, 6), [1, 3, 2]),
        "as many tokens as features": ((2, 6, 6), [6, 4]),
    }
    for name, (shape, lengths) in shapes.items():
        x = rng.normal(size=shape)
        x[0, 0, rng.randint(6)] = 0
        yield name, x, np.arange(shape[1]) < np.array(lengths)[:, None]


def module_in_any_shape(module, rng):
    """What one module gives, call after call."""
    found = {}
    for name, x, keep in of_any_shape(rng):
        found[name] = at_real_tokens(module(tensor(x), torch.tensor(keep)), keep)
    everything = torch.ones(2, 6, dtype=torch.bool)
    found["the same x without padding"] = module(tensor(x), everything).detach()
    module.eval()  # the formula is the same
    found["another x, in eval mode"] = module(tensor(rng.normal(size=x.shape)), everything).detach()
    return found


@check("the worked block gives the worked numbers", axes="batch position feature")
def worked_block(impl, rng):
    x, weights = worked()
    return impl.encoder_block(x, weights, 1, np.ones((1, 3), bool))


@check("with the last word of the worked example as padding, the others see two words", axes="token feature")
def worked_padding(impl, rng):
    (x, weights), keep = worked(), np.array([[True, True, False]])
    return at_real_tokens(impl.encoder_block(x, weights, 1, keep), keep)


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


@check("other numbers in the padding do not change the real tokens of the block", axes="token feature")
def padding_is_not_seen(impl, rng):
    x, noise, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6)), block_weights(rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    changed = np.where(keep[:, :, None], x, 3 * noise)
    outs = [impl.encoder_block(inputs, weights, 3, keep) for inputs in (x, changed)]
    return {"as given": at_real_tokens(outs[0], keep), "padding changed": at_real_tokens(outs[1], keep)}


@check("the tokens in another order give the same vectors in that order", axes="batch position feature")
def any_order(impl, rng):
    x, weights = rng.normal(size=(2, 5, 6)), block_weights(rng)
    order = np.roll(np.arange(5), int(rng.randint(1, 5)))
    keep = np.ones((2, 5), bool)
    plain, moved = (impl.encoder_block(inputs, weights, 3, keep) for inputs in (x, x[:, order]))
    return {"in order": plain, "in another order": moved}


@check("the block takes a single token, and as many tokens as sentences or features", follows="attention_half")
def block_in_any_shape(impl, rng):
    weights, others, found = block_weights(rng), block_weights(rng), {}
    for name, x, keep in of_any_shape(rng):
        found[name] = at_real_tokens(impl.encoder_block(x, weights, 3, keep), keep)
    found["other weights"] = at_real_tokens(impl.encoder_block(x, others, 3, keep), keep)
    return found


@check("two blocks with the worked weights give the worked numbers (together with encoder_block)")
def worked_stack(impl, rng):
    x, weights = worked()
    return impl.encoder(x, [weights, weights], 1, np.ones((1, 3), bool))


@check(
    "each of three blocks reads the output of the one before, with its own weights (together with encoder_block)",
    axes="batch position feature",
)
def stack_of_three(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(3)]
    blocks[0]["feed_forward"]["b_1"][rng.randint(11)] = 0
    keep = np.ones((2, 5), bool)
    return {
        "one block": impl.encoder(x, blocks[:1], 3, keep),
        "three blocks": impl.encoder(x, blocks, 3, keep),
        "another x": impl.encoder(rng.normal(size=(2, 5, 6)), blocks, 3, keep),
    }


@check(
    "the stack takes a single token, and as many tokens as sentences or features (together with encoder_block)",
    follows="stack_of_three",
)
def stack_in_any_shape(impl, rng):
    blocks = [block_weights(rng) for _ in range(2)]
    return {name: at_real_tokens(impl.encoder(x, blocks, 3, k), k) for name, x, k in of_any_shape(rng)}


@check(
    "the stack returns the same for a sentence alone and padded in a batch (together with encoder_block)",
    axes="token feature",
    follows="padding_is_not_seen",
)
def alone_or_in_a_batch(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(2)]
    keep = np.arange(5) < np.array([5, 3])[:, None]
    batch = impl.encoder(x, blocks, 3, keep)
    alone = impl.encoder(x[1:, :3], blocks, 3, keep[1:, :3])
    return {"alone": at_real_tokens(alone, keep[1:, :3]), "in the batch": at_real_tokens(batch, keep)}


@check("EncoderBlock adds, normalises and uses the ReLU", axes="batch position feature")
def module_forward(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    with torch.no_grad():
        return block(tensor(rng.normal(size=(2, 5, 6))), torch.ones(2, 5, dtype=torch.bool))


@check("EncoderBlock hides the padding, where keep is False", axes="token feature", follows="module_forward")
def module_padding(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    out = block(tensor(rng.normal(size=(2, 5, 6))), torch.tensor(keep))
    return at_real_tokens(out, keep)


@check("EncoderBlock takes any shape, in both modes, and keeps nothing for the next call", follows="module_padding")
def module_called_again(impl, rng):
    return module_in_any_shape(inject(impl.EncoderBlock(6, 3, 11), rng), rng)


@check(
    "gradients flow back through EncoderBlock to x and to all its weights",
    parts="x: batch position feature",
)
def module_gradients(impl, rng):
    block = inject(impl.EncoderBlock(6, 3, 11), rng)
    x = tensor(rng.normal(size=(2, 5, 6))).requires_grad_()
    keep = np.arange(5) < np.array([4, 3])[:, None]
    weights = tensor(rng.normal(size=(2, 5, 6)) * keep[:, :, None])  # what comes out at the padding is not looked at
    out = block(x, torch.tensor(keep))
    return gradients(out, weights, x=x, **dict(block.named_parameters()))


@check(
    "Encoder runs its blocks one after the other, each with its own weights (together with EncoderBlock)",
    axes="token feature",
)
def module_stack(impl, rng):
    model = impl.Encoder(6, 3, 11, 3)
    for block in model.blocks:
        inject(block, rng)
    keep = np.arange(5) < np.array([4, 3])[:, None]
    x = tensor(rng.normal(size=(2, 5, 6)))
    return at_real_tokens(model(x, torch.tensor(keep)), keep)


@check(
    "Encoder takes any shape, in both modes, and keeps nothing for the next call (together with EncoderBlock)",
    follows="module_stack",
)
def module_stack_called_again(impl, rng):
    model = impl.Encoder(6, 3, 11, 2)
    for block in model.blocks:
        inject(block, rng)
    return module_in_any_shape(model, rng)


@check(
    "all the weights of all blocks are parameters of Encoder, so that they can be trained",
    parts="parameters (parameter)",
)
def module_parameters(impl, rng):
    heads, n_blocks = 2 + rng.randint(2), 3 + rng.randint(3)
    named = dict(impl.Encoder(2 * heads, heads, 5 + rng.randint(9), n_blocks).named_parameters())
    blocks = {name.split(".")[1] for name in named if name.startswith("blocks.")}
    return {
        "what torch finds": f"the parameters of {len(blocks)} blocks",
        "number of parameters": sum(p.numel() for p in named.values()),
        "parameters": sorted(named),
    }
