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
    arrives = {
        f"the gradient of {name}": "missing" if g is None else "there" for name, g in zip(inputs, found, strict=True)
    }
    numbers = {n: torch.zeros_like(i) if g is None else g for (n, i), g in zip(inputs.items(), found, strict=True)}
    return {"result": arrives, **numbers}


def worked():
    """The target, the memory and the weights of the worked example."""
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
    return x, memory, weights


def of_any_shape(rng):
    """Name → x, memory and source_keep: axes of length 1, and of equal length. Each has a number that is exactly 0."""
    shapes = {
        "one word, one source word": ((1, 1, 6), (1, 1, 6), [1]),
        "three of each": ((3, 3, 6), (3, 3, 6), [1, 3, 2]),
        "as many words as features": ((2, 6, 6), (2, 6, 6), [6, 4]),
    }
    for name, (target, source, lengths) in shapes.items():
        x, memory = rng.normal(size=target), rng.normal(size=source)
        x[0, 0, rng.randint(6)] = memory[0, 0, rng.randint(6)] = 0
        yield name, x, memory, np.arange(source[1]) < np.array(lengths)[:, None]


def module_in_any_shape(module, rng):
    """What one module gives, call after call."""
    found = {}
    with torch.no_grad():
        for name, x, memory, keep in of_any_shape(rng):
            found[name] = module(tensor(x), tensor(memory), torch.tensor(keep))
        other, turned = rng.normal(size=memory.shape), keep[::-1].copy()
        found["the same x, another source"] = module(tensor(x), tensor(other), torch.tensor(turned))
        module.eval()  # the formula is the same
        longer = tensor(rng.normal(size=(2, 9, 6)))
        found["a longer target, in eval mode"] = module(longer, tensor(memory), torch.tensor(keep))
    return found


@check("the worked block gives the worked numbers", axes="batch target feature")
def worked_block(impl, rng):
    return impl.decoder_block(*worked(), 1, np.ones((1, 4), bool))


@check("another last word, and padding in the source, change the worked numbers as in the statement")
def worked_changes(impl, rng):
    x, memory, weights = worked()
    other, two = x.copy(), np.array([[True, True, False, False]])
    other[0, 2] = 0, 7, -5
    return {
        "another future": impl.decoder_block(other, memory, weights, 1, np.ones((1, 4), bool)),
        "a source of two words": impl.decoder_block(x, memory, weights, 1, two),
    }


@check("self-attention sees itself and the past, is added and normalised (others silent)", axes="batch target feature")
def self_attention_part(impl, rng):
    x, memory, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 7, 6)), block_weights(rng)
    weights = silence(weights, "cross_attention", "feed_forward")
    return impl.decoder_block(x, memory, weights, 3, np.ones((2, 7), bool))


@check(
    "cross-attention lets each target word see the whole source, is added and normalised (others silent)",
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


@check("other words in the future do not change the words before them", axes="batch target feature")
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


@check("a source as long as the target is not confused with it", axes="batch target feature")
def equal_lengths(impl, rng):
    x, memory, weights = rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6)), block_weights(rng)
    keep = np.arange(5) < rng.permutation([2, 4])[:, None]
    return impl.decoder_block(x, memory, weights, 3, keep)


@check("the block takes a single word, and as many words as sentences or features", follows="self_attention_part")
def block_in_any_shape(impl, rng):
    weights, found = block_weights(rng), {}
    for name, x, memory, keep in of_any_shape(rng):
        found[name] = impl.decoder_block(x, memory, weights, 3, keep)
    found["the same x, another source"] = impl.decoder_block(
        x, rng.normal(size=memory.shape), weights, 3, keep[::-1].copy()
    )
    return found


@check(
    "each block has its own weights, and reads the last encoder block's output (together with decoder_block)",
    axes="batch target feature",
)
def stack_of_three(impl, rng):
    x, blocks = rng.normal(size=(2, 5, 6)), [block_weights(rng) for _ in range(3)]
    outputs = [rng.normal(size=(2, 7, 6)) for _ in range(4)]
    keep = np.ones((2, 7), bool)
    blocks[0]["feed_forward"]["b_1"][rng.randint(11)] = 0
    return {
        "one block": impl.decoder(x, outputs, blocks[:1], 3, keep),
        "three blocks": impl.decoder(x, outputs, blocks, 3, keep),
        "another x": impl.decoder(rng.normal(size=(2, 5, 6)), outputs, blocks, 3, keep),
    }


@check(
    "the stack takes a single word, and as many words as sentences or features (together with decoder_block)",
    follows="stack_of_three",
)
def stack_in_any_shape(impl, rng):
    blocks = [block_weights(rng) for _ in range(2)]
    return {name: impl.decoder(x, [0 * memory, memory], blocks, 3, keep) for name, x, memory, keep in of_any_shape(rng)}


@check("DecoderBlock runs its three parts in order, and hides the future", axes="batch target feature")
def module_forward(impl, rng):
    block = inject(impl.DecoderBlock(6, 3, 11), rng)
    x, memory = tensor(rng.normal(size=(2, 5, 6))), tensor(rng.normal(size=(2, 7, 6)))
    with torch.no_grad():
        return block(x, memory, torch.ones(2, 7, dtype=torch.bool))


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


@check("DecoderBlock takes any shape, in both modes, and keeps nothing for the next call", follows="module_padding")
def module_called_again(impl, rng):
    return module_in_any_shape(inject(impl.DecoderBlock(6, 3, 11), rng), rng)


@check(
    "gradients flow back through DecoderBlock to x, to memory and to all its weights",
    parts="x: batch target feature; memory: batch source feature",
)
def module_gradients(impl, rng):
    block = inject(impl.DecoderBlock(6, 3, 11), rng)
    x = tensor(rng.normal(size=(2, 5, 6))).requires_grad_()
    memory = tensor(rng.normal(size=(2, 7, 6))).requires_grad_()
    weights = tensor(rng.normal(size=(2, 5, 6)))
    out = block(x, memory, torch.tensor(np.arange(7) < np.array([6, 4])[:, None]))
    return gradients(out, weights, x=x, memory=memory, **dict(block.named_parameters()))


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
        return model(x, memory, torch.tensor(np.arange(7) < np.array([6, 4])[:, None]))


@check(
    "Decoder takes any shape, in both modes, and keeps nothing for the next call (together with DecoderBlock)",
    follows="module_stack",
)
def module_stack_called_again(impl, rng):
    model = impl.Decoder(6, 3, 11, 2)
    for block in model.blocks:
        inject(block, rng)
    return module_in_any_shape(model, rng)


@check(
    "all the weights of all blocks are parameters of Decoder, so that they can be trained",
    parts="parameters (parameter)",
)
def module_parameters(impl, rng):
    heads, n_blocks = 2 + rng.randint(2), 3 + rng.randint(3)
    named = dict(impl.Decoder(2 * heads, heads, 5 + rng.randint(9), n_blocks).named_parameters())
    blocks = {name.split(".")[1] for name in named if name.startswith("blocks.")}
    return {
        "what torch finds": f"the parameters of {len(blocks)} blocks",
        "number of parameters": sum(p.numel() for p in named.values()),
        "parameters": sorted(named),
    }
