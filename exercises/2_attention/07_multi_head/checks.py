import torch

from grader.checks import check, inject


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


def normal(rng, *shape, scale=1.0, grad=False):
    return torch.tensor(scale * rng.normal(size=shape), requires_grad=grad)


def words(rng, batch, positions, features):
    """Random words; the last word of the first sentence is all zeros, as padding is, so its scores are exactly 0."""
    x = normal(rng, batch, positions, features)
    x[0, -1] = 0.0
    return x


def projections(rng, d_model, wide_k, wide_v):
    """W_q, W_k, W_v and W_o, all different."""
    scale = 1.1 / d_model**0.5
    shapes = ((d_model, wide_k), (d_model, wide_k), (d_model, wide_v), (wide_v, d_model))
    return [normal(rng, *shape, scale=scale) for shape in shapes]


def module(impl, rng, d_model=15, heads=3, scale=0.3):
    return inject(impl.MultiHeadAttention(d_model, heads), rng, scale=scale)


@check("every head gets its block of features, for every word", axes="batch head position feature")
def split_blocks(impl, rng):
    return impl.split_heads(words(rng, 2, 5, 21), 3)


@check("the heads of each word are joined end to end", axes="batch position feature")
def merge_blocks(impl, rng):
    x = normal(rng, 2, 3, 5, 7)
    x[0, 1, 2] = 0.0
    return impl.merge_heads(x)


@check(
    "the two words of the statement are split and joined as printed",
    parts="heads: batch head position feature; joined: batch position feature",
)
def worked_blocks(impl, rng):
    x = torch.tensor([[[1.0, 2, 3, 4, 5, 6], [11, 12, 13, 14, 15, 16]]])
    heads = torch.tensor([[[[1.0, 2, 3], [11, 12, 13]], [[4, 5, 6], [14, 15, 16]]]])
    return impl.split_heads(x, 2), impl.merge_heads(heads)


@check(
    "as many sentences as heads as words: the axes keep their meaning",
    parts="heads: batch head position feature; joined: batch position feature",
    follows="split_blocks",
)
def blocks_of_equal_sizes(impl, rng):
    return impl.split_heads(normal(rng, 3, 3, 9), 3), impl.merge_heads(normal(rng, 3, 3, 3, 3))


@check(
    "every head has weights of its own, from its own blocks of W_q and W_k",
    axes="batch head query key",
    follows="split_blocks",
)
def weights_of_each_head(impl, rng):
    query_input, key_value_input = normal(rng, 2, 4, 13), normal(rng, 2, 9, 13)
    return impl.multi_head_attention(query_input, key_value_input, *projections(rng, 13, 15, 21), 3)[1]


@check(
    "each head mixes its own values; they are joined, then times W_o",
    axes="batch query feature",
    follows="weights_of_each_head",
)
def outputs_of_all_heads(impl, rng):
    query_input, key_value_input = normal(rng, 2, 4, 13), normal(rng, 2, 9, 13)
    return impl.multi_head_attention(query_input, key_value_input, *projections(rng, 13, 15, 21), 3)[0]


@check(
    "the worked example gives the worked numbers",
    parts="outputs: batch query feature; weights: batch head query key; heads joined: batch query feature; "
    "weights of a single head: batch head query key",
    follows="outputs_of_all_heads",
)
def worked_example(impl, rng):
    x = torch.tensor([[[2.0, 0, 0, 1], [0, 2, 0, 1]]])
    same = torch.eye(4)
    W_o = torch.tensor([[1.0, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]])
    results = impl.multi_head_attention(x, x, same, same, same, W_o, 2)
    joined, _ = impl.multi_head_attention(x, x, same, same, same, same, 2)
    _, single = impl.multi_head_attention(x, x, same, same, same, same, 1)
    return *results, joined, single


@check(
    "the mask of a sentence holds in all its heads (3 sentences, 3 heads)",
    axes="batch head query key",
    follows="weights_of_each_head",
)
def mask_in_every_head(impl, rng):
    query_input, key_value_input = words(rng, 3, 4, 13), normal(rng, 3, 9, 13)
    keep = torch.arange(9) < torch.tensor(rng.permutation([3, 5, 8]))[:, None, None]  # (3, 1, 9)
    return impl.multi_head_attention(query_input, key_value_input, *projections(rng, 13, 15, 21), 3, keep=keep)[1]


@check(
    "self-attention with a look-ahead mask (1, query, key), as many sentences as words",
    axes="batch query feature",
    follows="outputs_of_all_heads",
)
def masked_self_attention(impl, rng):
    x = normal(rng, 5, 5, 21)
    keep = torch.ones(5, 5, dtype=torch.bool).tril()[None]  # (1, 5, 5)
    return impl.multi_head_attention(x, x, *projections(rng, 21, 21, 21), 3, keep=keep)[0]


@check(
    "a query that sees no key gets zeros",
    parts="outputs: batch query feature; weights: batch head query key",
    follows="mask_in_every_head",
)
def nothing_to_see(impl, rng):
    query_input, key_value_input = normal(rng, 2, 4, 13), normal(rng, 2, 9, 13)
    keep = torch.tensor(rng.uniform(size=(2, 4, 9)) < 0.6)
    keep[:, :, int(rng.randint(9))] = True
    keep[1, int(rng.randint(4))] = False
    return impl.multi_head_attention(query_input, key_value_input, *projections(rng, 13, 15, 21), 3, keep=keep)


@check("the module computes the same with its own projections", axes="batch query feature")
def module_forward(impl, rng):
    return module(impl, rng)(normal(rng, 2, 4, 15), normal(rng, 2, 7, 15))


@check("the module respects the mask", axes="batch query feature", follows="module_forward")
def module_mask(impl, rng):
    keep = torch.arange(7) < torch.tensor(rng.permutation([3, 5]))[:, None, None]  # (2, 1, 7)
    return module(impl, rng)(words(rng, 2, 4, 15), words(rng, 2, 7, 15), keep)


@check(
    "as many sentences as heads as words, or one word alone: the module keeps the axes apart",
    parts="equal sizes: batch query feature; one word: batch query feature",
    follows="module_mask",
)
def module_of_equal_sizes(impl, rng):
    attention = module(impl, rng, 6)
    keep = torch.tensor(rng.permutation([[True, True, False], [True, False, False], [False, True, True]]))
    keep = torch.stack([keep, keep[[1, 2, 0]], keep[:, [2, 0, 1]]])  # (3, 3, 3)
    equal = attention(normal(rng, 3, 3, 6), normal(rng, 3, 3, 6), keep)
    return equal, attention(normal(rng, 1, 1, 6), normal(rng, 1, 1, 6))


@check(
    "gradients reach both inputs and all four projections of the module",
    parts="gradients; query_input: batch query feature; key_value_input: batch key feature; "
    "W_q: out in; W_k: out in; W_v: out in; W_o: out in",
)
def module_gradients(impl, rng):
    attention = module(impl, rng)
    query_input, key_value_input = normal(rng, 2, 4, 15, grad=True), normal(rng, 2, 7, 15, grad=True)
    learned = {name: getattr(attention, name).weight for name in ("W_q", "W_k", "W_v", "W_o")}
    out, weights = attention(query_input, key_value_input), normal(rng, 2, 4, 15)
    return gradients(out, weights, query_input=query_input, key_value_input=key_value_input, **learned)


@check(
    "where a query sees no key, the module gives no NaN, not even in gradients",
    parts="outputs: batch query feature; gradients; query_input: batch query feature; "
    "key_value_input: batch key feature; W_q: out in; W_k: out in; W_v: out in; W_o: out in",
    follows="module_mask",
)
def module_nothing_to_see(impl, rng):
    attention = module(impl, rng)
    query_input, key_value_input = normal(rng, 2, 4, 15, grad=True), normal(rng, 2, 7, 15, grad=True)
    keep = torch.ones(2, 4, 7, dtype=torch.bool)
    keep[0, :, 4:] = False
    keep[1, int(rng.randint(4))] = False
    learned = {name: getattr(attention, name).weight for name in ("W_q", "W_k", "W_v", "W_o")}
    out, weights = torch.as_tensor(attention(query_input, key_value_input, keep)), normal(rng, 2, 4, 15)
    inputs = {"query_input": query_input, "key_value_input": key_value_input, **learned}
    return out.detach(), *gradients(out, weights, **inputs)
