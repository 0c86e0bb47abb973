import torch

from grader.checks import check, inject


def normal(rng, *shape, scale=1.0):
    return torch.tensor(scale * rng.normal(size=shape))


def whole(numbers):
    return torch.tensor(numbers).to(torch.get_default_dtype())


def view(x):
    """The same numbers in another order in memory: not contiguous."""
    return x.transpose(0, -1).contiguous().transpose(0, -1)


def matrices(rng, rows, wide_k, wide_v, scale=0.4):
    return [normal(rng, *shape, scale=scale) for shape in ((rows, wide_k),) * 2 + ((rows, wide_v), (wide_v, rows))]


@check("512 features are 8 heads of 64, and so on up to hundreds of words and wide heads")
def eight_heads_of_64(impl, rng):
    return {
        "split": impl.split_heads(normal(rng, 1, 3, 512), 8),
        "merged": impl.merge_heads(normal(rng, 1, 8, 3, 64)),
        "many words split": impl.split_heads(normal(rng, 1, 261, 4, scale=0.01), 2),
        "many words merged": impl.merge_heads(normal(rng, 1, 2, 262, 2, scale=0.01)),
        "wide heads split": impl.split_heads(normal(rng, 2, 1, 526, scale=0.01), 2),
    }


@check("splitting and merging use the input of each call, even a view")
def blocks_again(impl, rng):
    x = view(normal(rng, 4, 5, 12))
    return {
        "3 heads": impl.split_heads(x, 3),
        "2 heads": impl.split_heads(x, 2),
        "3 heads of others": impl.split_heads(normal(rng, 4, 5, 12), 3),
        "merged": impl.merge_heads(view(normal(rng, 2, 3, 4, 5))),
        "others merged": impl.merge_heads(normal(rng, 2, 3, 4, 5)),
    }


def comparing_inputs(impl, rng, d_model, heads):
    """A module whose queries and keys are its inputs."""
    attention = inject(impl.MultiHeadAttention(d_model, heads), rng)
    with torch.no_grad():
        for layer in (attention.W_q, attention.W_k):
            layer.weight.copy_(torch.eye(d_model))
    return attention


KEEP = torch.tensor([[[True, False, True, True, False]]])


@check("one head is plain attention before W_o, and heads may be one feature wide")
def one_head_and_many(impl, rng):
    x, other, weights = normal(rng, 1, 3, 7), normal(rng, 1, 5, 7), matrices(rng, 7, 12, 12, scale=0.5)
    found = {
        f"{heads} heads, {name}": part
        for heads in (1, 12)
        for name, part in zip(("outputs", "weights"), impl.multi_head_attention(x, other, *weights, heads), strict=True)
    }
    modules = {f"module, {heads} heads": inject(impl.MultiHeadAttention(7, heads), rng)(x, other) for heads in (1, 7)}
    return {**found, **modules}


@check("hidden keys stay hidden, however low the visible scores are")
def low_scores(impl, rng):
    # Scores below -2¹⁰², exact in single precision too: a number put in a hidden place must be lower still.
    high = 2.0**52 * whole(rng.randint(1, 3, size=(1, 5, 1))).expand(1, 5, 8)
    low, same = torch.full_like(high[:, :3], -(2.0**50)), torch.eye(8)
    outputs, weights = impl.multi_head_attention(low, high, same, same, same, same, 2, keep=KEEP)
    return {"outputs": outputs, "weights": weights, "module": comparing_inputs(impl, rng, 8, 2)(low, high, KEEP)}


@check("a hidden key takes no weight from the others, however large its score; visible scores may be large too")
def large_scores(impl, rng):
    x, other = (whole(rng.randint(-8, 9, size=(1, n, 8))) / 8 for n in (3, 5))  # exact in single precision
    x[..., ::4] = 64.0
    x[0, int(rng.randint(3)), ::4] = -64.0  # one query's scores are far below those of the others
    other[..., ::4] = torch.tensor([32.0, 96.0, 32.0, 32.0, 96.0])[:, None]
    x, other = x * 2.0**17, other / 2.0**17  # the same scores
    same, W_v, W_o = torch.eye(8), normal(rng, 8, 8, scale=0.5), normal(rng, 8, 8, scale=0.5)
    outputs, weights = impl.multi_head_attention(x, other, same, same, W_v, W_o, 2, keep=KEEP)
    return {
        "outputs": outputs,
        "weights": weights,
        "weights without a mask": impl.multi_head_attention(x, other, same, same, W_v, W_o, 2)[1],
        "module": comparing_inputs(impl, rng, 8, 2)(x, other, KEEP),
        "module without a mask": comparing_inputs(impl, rng, 8, 2)(x, other),
    }


@check(
    "a sentence gets the same outputs in a batch and alone",
    parts="in a batch: batch query feature; alone: batch query feature",
)
def batch_and_alone(impl, rng):
    query_input, key_value_input = view(normal(rng, 3, 4, 11)), view(normal(rng, 3, 5, 11))
    keep = torch.arange(5) < torch.tensor(rng.permutation([2, 3, 4]))[:, None, None]
    weights = [view(normal(rng, *shape, scale=0.4)) for shape in ((11, 14), (11, 14), (11, 6), (6, 11))]
    return (
        impl.multi_head_attention(query_input, key_value_input, *weights, 2, keep=keep)[0],
        impl.multi_head_attention(query_input[1:2], key_value_input[1:2], *weights, 2, keep=keep[1:2])[0],
    )


@check("every call uses its own inputs, mask and parameters, even a mask that hides everything from every query")
def attention_again(impl, rng):
    x, other = normal(rng, 2, 4, 6), normal(rng, 2, 5, 6)
    weights, attention = matrices(rng, 6, 6, 6), inject(impl.MultiHeadAttention(6, 2), rng)
    nothing = torch.zeros(2, 4, 5, dtype=torch.bool)
    some = torch.tensor(rng.uniform(size=(2, 4, 5)) < 0.5)
    found = {
        "function": impl.multi_head_attention(x, other, *weights, 2)[0],
        "function, other keys": impl.multi_head_attention(x, other.flip(1) + 1, *weights, 2)[0],
        "function, nothing seen": impl.multi_head_attention(x, other, *weights, 2, keep=nothing)[1],
        "function, one mask for all": impl.multi_head_attention(x, other, *weights, 2, keep=nothing[:1, :1])[1],
        "function, some seen": impl.multi_head_attention(x, other, *weights, 2, keep=some)[1],
        "function, others seen": impl.multi_head_attention(x, other, *weights, 2, keep=~some)[1],
        "module": attention(x, other),
        "module, other keys": attention(x, other.flip(1) + 1),
        "module, other queries": attention(x.flip(1) - 1, other),
        "module, nothing seen": attention(x, other, nothing),
        "module, some seen": attention(x, other, some),
        "module, others seen": attention(x, other, ~some),
    }
    found["gradients flow, nothing seen"] = torch.as_tensor(found["module, nothing seen"]).requires_grad
    inject(attention, rng, scale=0.8)  # as after a step of training
    return {**found, "module, new parameters": attention(x, other)}


@check("hundreds of queries, keys and features")
def long_and_wide(impl, rng):
    few, many, wide = normal(rng, 1, 2, 4), normal(rng, 1, 261, 4), normal(rng, 1, 2, 258)
    weights, module = matrices(rng, 4, 4, 4), inject(impl.MultiHeadAttention(4, 2), rng)
    wide_weights, wide_module = matrices(rng, 258, 4, 4, scale=0.05), impl.MultiHeadAttention(258, 2)
    outputs, shares = impl.multi_head_attention(many, few, *weights, 2)
    return {
        "many queries": outputs,
        "their weights": shares,
        "many keys": impl.multi_head_attention(few, many, *weights, 2)[1],
        "wide": impl.multi_head_attention(wide, wide, *wide_weights, 2)[0],
        "module, many queries": module(many, few),
        "module, wide": inject(wide_module, rng, scale=0.05)(wide, wide),
    }


@check("the module does masked self-attention with five heads, even on a transposed view", axes="batch query feature")
def module_on_a_view(impl, rng):
    attention = inject(impl.MultiHeadAttention(10, 5), rng, scale=0.4)
    x = normal(rng, 6, 3, 10).transpose(0, 1)
    return attention(x, x, torch.ones(1, 6, 6, dtype=torch.bool).tril())


@check("one sentence, one word, one head, heads of one feature, more heads than words")
def blocks_of_one(impl, rng):
    sizes = (
        (1, 2, 3, 4),
        (3, 1, 3, 2),
        (2, 3, 1, 4),
        (1, 3, 1, 2),
        (2, 3, 4, 1),
        (1, 5, 3, 2),
        (3, 5, 2, 1),
        (1, 1, 4, 3),
    )
    found = {}
    for batch, heads, positions, d in sizes:
        name = f"{batch} sentences, {heads} heads, {positions} words, {d} wide"
        found[f"{name}, split"] = impl.split_heads(normal(rng, batch, positions, heads * d), heads)
        found[f"{name}, merged"] = impl.merge_heads(normal(rng, batch, heads, positions, d))
    return found


@check(
    "a mask holds for one query, for one key, for all sentences at once, and where queries and keys are equally many"
)
def masks_of_any_size(impl, rng):
    found, weights, module = {}, matrices(rng, 4, 4, 4, scale=0.7), inject(impl.MultiHeadAttention(4, 2), rng, 0.7)
    for batch, query, key in (2, 1, 3), (2, 3, 1), (3, 2, 4), (2, 4, 4), (3, 3, 3):
        x, other = normal(rng, batch, query, 4), normal(rng, batch, key, 4)
        other[0, 0] = x[0, -1] = 0.0  # vectors of zeros are words like others
        keep = torch.tensor(rng.uniform(size=(batch, query, key)) < 0.5)
        keep[0, 0, 0], keep[1, 0, 0], keep[-1, 0, -1] = True, False, True
        masks = {"none": None, "own": keep, "each sentence": keep[:, :1], "all alike": keep[-1:, :1], "one": keep[1:2]}
        for name, mask in masks.items():
            case = f"{batch} sentences, {query} queries, {key} keys, mask {name}"
            found[case] = impl.multi_head_attention(x, other, *weights, 2, keep=mask)[0]
            found[f"{case}, module"] = module(x, other, mask)
    return found


@check(
    "the module does in evaluation mode what it does in training, gradients included, and uses its current parameters"
)
def module_in_evaluation(impl, rng):
    attention, x = inject(impl.MultiHeadAttention(4, 2), rng).eval(), normal(rng, 2, 3, 4)
    found = {}
    for step in "first", "second", "third":
        out = torch.as_tensor(attention(x, x))
        reached = out.requires_grad
        (gradient,) = torch.autograd.grad((out**2).sum(), [attention.W_v.weight]) if reached else (torch.zeros(4, 4),)
        found[step] = {"gradients flow": reached, "out": out.detach(), "W_v": gradient}
        if step == "first":
            x += normal(rng, 2, 3, 4)  # the same tensor with other numbers
        else:
            x = normal(rng, 2, 3, 4)
    return found


@check("a call uses the numbers that its tensors hold now; with one head, a square W_o is not transposed")
def tensors_have_changed(impl, rng):
    found, tensors = {}, [normal(rng, 2, 2, 4), normal(rng, 2, 3, 4), *matrices(rng, 4, 4, 4)]
    for time in "at first", "changed":
        found[time] = impl.multi_head_attention(*tensors, 1)[0]
        for tensor in tensors:
            tensor += 0.3 * normal(rng, *tensor.shape)
    return found
