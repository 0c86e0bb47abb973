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
        "self_attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_1": norm(),
        "cross_attention": {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")},
        "norm_2": norm(),
        "feed_forward": {
            "W_1": 1.5 * matrix(d_model, d_ff),
            "b_1": 0.5 * rng.normal(size=d_ff),
            "W_2": 1.5 * matrix(d_ff, d_model),
            "b_2": 0.5 * rng.normal(size=d_model),
        },
        "norm_3": norm(),
    }


def silence(weights, *parts):
    """The same weights, but these parts give only zeros."""
    last = {"W_o": 0, "W_2": 0, "b_2": 0}
    return {
        part: {name: array * last.get(name, 1) for name, array in values.items()} if part in parts else values
        for part, values in weights.items()
    }


def tensor(array):
    return torch.tensor(array, dtype=torch.get_default_dtype())


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check("the worked block gives the worked numbers", axes="batch target feature")
def worked_block(impl, rng):
    x = np.array([[[3.0, 0, 0], [1, 2, 0], [2, 1, 3]]])
    memory = np.array([[[1.0, 0, 3], [0, 2, 1], [2, -2, 2], [1, 0, 2]]])
    same, norm = np.eye(3), {"gamma": np.ones(3), "beta": np.zeros(3)}
    attention = {"W_q": 0 * same, "W_k": 0 * same, "W_v": same, "W_o": same}
    weights = {
        "self_attention": attention,
        "norm_1": norm,
        "cross_attention": attention,
        "norm_2": norm,
        "feed_forward": {"W_1": same, "b_1": np.zeros(3), "W_2": np.roll(same, 1, axis=1), "b_2": np.zeros(3)},
        "norm_3": norm,
    }
    return impl.decoder_block(x, memory, weights, 1, np.ones((1, 4), bool))


@check("self-attention sees itself and the past, is added and normalised (others silent)", axes="batch target feature")
def self_attention_part(impl, rng):
    x, memory, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 7, 6)), block_weights(rng)
    weights = silence(weights, "cross_attention", "feed_forward")
    return impl.decoder_block(x, memory, weights, 3, np.ones((2, 7), bool))


@check(
    "cross-attention lets each target word ask the whole source, is added and normalised (others silent)",
    axes="batch target feature",
)
def cross_attention_part(impl, rng):
    x, memory, weights = 1 + 2 * rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 7, 6)), block_weights(rng)
    weights = silence(weights, "self_attention", "feed_forward")
    return impl.decoder_block(x, memory, weights, 3, np.ones((2, 7), bool))


@check("the feed-forward part comes last, is added and normalised (others silent)", axes="batch target feature")
def feed_forward_part(impl, rng):
    x, memory, weights = 1 + 2 * rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 7, 6)), block_weights(rng)
    weights = silence(weights, "self_attention", "cross_attention")
    return impl.decoder_block(x, memory, weights, 3, np.ones((2, 7), bool))


@check("other words in the future change nothing before them", axes="batch target feature")
def future_changes_nothing(impl, rng):
    x, other = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6))
    memory, weights = rng.normal(size=(2, 7, 6)), block_weights(rng)
    changed = np.where(np.arange(5)[:, None] < rng.randint(2, 5), x, 3 * other)
    keep = np.ones((2, 7), bool)
    outs = [impl.decoder_block(inputs, memory, weights, 3, keep) for inputs in (x, changed)]
    return {"as given": outs[0], "future changed": outs[1]}


@check("other numbers in the source's padding change nothing", axes="batch target feature")
def padding_is_not_seen(impl, rng):
    x, memory, noise = (rng.normal(size=(2, length, 6)) for length in (5, 7, 7))
    weights = block_weights(rng)
    keep = np.arange(7) < rng.permutation([3, 6])[:, None]
    changed = np.where(keep[:, :, None], memory, 3 * noise)
    outs = [impl.decoder_block(x, source, weights, 3, keep) for source in (memory, changed)]
    return {"as given": outs[0], "padding changed": outs[1]}


@check(
    "a source as long as the target is not taken for it, and x and memory stay as they were",
    axes="batch target feature; batch target feature; batch source feature",
)
def equal_lengths(impl, rng):
    x, memory, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6)), block_weights(rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    out = impl.decoder_block(x, memory, weights, 3, keep)
    return out, x, memory


@check(
    "each block has its own weights, and reads the last encoder block's output (together with decoder_block)",
    axes="batch target feature",
)
def stack_of_three(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(3)]
    outputs = [rng.normal(size=(2, 7, 6)) for _ in range(4)]
    keep = np.ones((2, 7), bool)
    return {
        "one block": impl.decoder(x, outputs, blocks[:1], 3, keep),
        "three blocks": impl.decoder(x, outputs, blocks, 3, keep),
    }


@check(
    "DecoderBlock runs its three parts in order, hides the future, and leaves x and memory as they were",
    axes="batch target feature; batch target feature; batch source feature",
)
def module_forward(impl, rng):
    block = inject(impl.DecoderBlock(6, 3, 11), rng)
    x, memory = tensor(rng.normal(size=(2, 5, 6))), tensor(rng.normal(size=(2, 7, 6)))
    with torch.no_grad():
        return block(x, memory, torch.ones(2, 7, dtype=torch.bool)), x, memory


@check(
    "DecoderBlock hides the source's padding, where source_keep is False",
    axes="batch target feature",
    follows="module_forward",
)
def module_padding(impl, rng):
    block = inject(impl.DecoderBlock(6, 3, 11), rng)
    x, memory = tensor(rng.normal(size=(2, 5, 6))), tensor(rng.normal(size=(2, 7, 6)))
    keep = np.arange(7) < rng.permutation([3, 6])[:, None]
    with torch.no_grad():
        return block(x, memory, torch.tensor(keep))


@check(
    "gradients flow back through DecoderBlock to x, to memory and to its weights",
    axes="; batch target feature; batch source feature; out in",
)
def module_gradients(impl, rng):
    block = inject(impl.DecoderBlock(6, 3, 11), rng)
    x = tensor(rng.normal(size=(2, 5, 6))).requires_grad_()
    memory = tensor(rng.normal(size=(2, 7, 6))).requires_grad_()
    weights = tensor(rng.normal(size=(2, 5, 6)))
    out = block(x, memory, torch.tensor(np.arange(7) < np.array([7, 4])[:, None]))
    return gradients(out, weights, x=x, memory=memory, self_attention=block.self_attention.in_proj_weight)


@check(
    "Decoder runs its blocks one after the other, each with its own weights (together with DecoderBlock)",
    axes="batch target feature",
)
def module_stack(impl, rng):
    model = impl.Decoder(6, 3, 11, 3)
    for block in model.blocks:
        inject(block, rng)
    x, memory = tensor(rng.normal(size=(2, 5, 6))), tensor(rng.normal(size=(2, 7, 6)))
    with torch.no_grad():
        return model(x, memory, torch.tensor(np.arange(7) < np.array([7, 4])[:, None]))


@check("all the weights of all blocks are parameters of Decoder, so that they can be trained")
def module_parameters(impl, rng):
    named = dict(impl.Decoder(6, 3, 11, 4).named_parameters())
    return {"numbers to train": sum(p.numel() for p in named.values()), "parameters": sorted(named)}
