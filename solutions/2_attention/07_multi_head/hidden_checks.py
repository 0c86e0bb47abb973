import torch

from grader.checks import check, inject


def normal(rng, *shape, scale=1.0):
    return torch.tensor(scale * rng.normal(size=shape))


@check("512 features are 8 heads of 64, and 8 heads of 64 are 512 features")
def eight_heads_of_64(impl, rng):
    return {
        "split": impl.split_heads(normal(rng, 1, 3, 512), 8),
        "merged": impl.merge_heads(normal(rng, 1, 8, 3, 64)),
    }


@check("one head is plain attention, heads may be one feature wide, and hidden keys stay hidden under low scores")
def one_head_and_many(impl, rng):
    x, other = normal(rng, 1, 3, 7), normal(rng, 1, 5, 7)
    W_q, W_k, W_v, W_o = (normal(rng, 7, 7, scale=0.5) for _ in range(4))
    # Every visible score is near -1024, exact in single precision too: any small number put in a hidden place wins.
    low, high = torch.full_like(x, -32.0), 32 + torch.tensor(rng.randint(-8, 9, size=(1, 5, 7)) / 64).to(x)
    same, keep = torch.eye(7, dtype=x.dtype), torch.tensor([[[True, False, True, True, False]]])
    return {
        "1 head": impl.multi_head_attention(x, other, W_q, W_k, W_v, W_o, 1),
        "7 heads": impl.multi_head_attention(x, other, W_q, W_k, W_v, W_o, 7),
        "scores of -1024": impl.multi_head_attention(low, high, same, same, W_v, W_o, 7, keep=keep),
    }


@check("a sentence gets the same outputs in a batch and alone", axes="batch query feature; batch query feature")
def batch_and_alone(impl, rng):
    query_input, key_value_input = normal(rng, 3, 4, 11), normal(rng, 3, 5, 11)
    keep = torch.arange(5) < torch.tensor(rng.permutation([2, 3, 4]))[:, None, None]
    weights = [normal(rng, *shape, scale=0.4) for shape in ((11, 14), (11, 14), (11, 6), (6, 11))]
    return (
        impl.multi_head_attention(query_input, key_value_input, *weights, 2, keep=keep)[0],
        impl.multi_head_attention(query_input[1:2], key_value_input[1:2], *weights, 2, keep=keep[1:2])[0],
    )


@check("the module does masked self-attention with five heads, on a transposed view too", axes="batch query feature")
def module_on_a_view(impl, rng):
    module = inject(impl.MultiHeadAttention(10, 5), rng, scale=0.4)
    x = normal(rng, 6, 3, 10).transpose(0, 1)
    return module(x, x, torch.ones(1, 6, 6, dtype=torch.bool).tril())
