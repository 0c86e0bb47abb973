import numpy as np
import torch

from grader.checks import check, inject

WORDS = np.array(
    [
        [-0.2, 0.1, 0.3, -0.4, 0.5, -0.6, -0.1, -0.3, -0.2, 0.4],
        [0.3, -0.2, 0.1, 0.5, -0.4, 0.2, -0.6, -0.1, -0.3, 0.2],
        [-0.4, -0.3, 0.6, -0.1, 0.2, 0.1, 0.4, 0.5, 0.2, 0.3],
        [0.1, -0.4, -0.2, 0.3, 0.2, -0.1, 0.5, -0.3, -0.5, -0.4],
    ]
)


def gradients(out, weights, **inputs):
    """Gradient of sum(weights * out) for each input, and whether one arrives at all: a cut graph shows as such."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    arrives = {f"a gradient reaches {name}": g is not None for name, g in zip(inputs, found, strict=True)}
    return arrives, *(torch.zeros_like(i) if g is None else g for i, g in zip(inputs.values(), found, strict=True))


@check('the sentence "transformers ! I love I" becomes five rows of the worked table', axes="position feature")
def worked_sentence(impl, rng):
    return impl.lookup(np.array([2, 3, 0, 1, 0]), WORDS.copy())


@check("a batch of sentences is looked up word by word", axes="batch position feature")
def batch_of_sentences(impl, rng):
    ids = rng.randint(0, 5, size=(2, 3))
    ids[0, 0], ids[1, 2] = 0, 4
    return impl.lookup(ids, rng.normal(size=(5, 7)))


@check("embed multiplies the vectors by the root of their width", axes="batch position feature")
def times_root_of_width(impl, rng):
    return impl.embed(rng.randint(0, 5, size=(2, 3)), rng.normal(size=(5, 7)))


@check("embed turns the single token I into the worked numbers", axes="feature", follows="times_root_of_width")
def worked_embed(impl, rng):
    return impl.embed(np.array(0), WORDS.copy())


@check(
    "as many sentences as words, as many words as features, and a single word: the axes keep their meaning",
    parts="looked up: batch position feature; scaled: batch position feature; one word: batch position feature; "
    "one word, scaled: batch position feature",
    follows="batch_of_sentences",
)
def rows_of_equal_sizes(impl, rng):
    ids = np.array([rng.permutation(4)[:3] for _ in range(3)])
    ids[0, 1:], ids[1:, 0] = 3, 0  # not symmetric
    table, one = rng.normal(size=(4, 4)), np.array([[int(rng.randint(4))]])
    table[3, 0] = 0.0
    return impl.lookup(ids, table), impl.embed(ids, table), impl.lookup(one, table), impl.embed(one, table)


@check("a logit is the dot product of the hidden vector with a word's row", axes="position word")
def logits_are_dot_products(impl, rng):
    return impl.tied_logits(rng.normal(size=(5, 7)), rng.normal(size=(11, 7)))


@check("logits of a batch: king scores 2.18 with king and 2.00 with queen", axes="batch position word")
def king_and_queen(impl, rng):
    king, queen = [0.6, 0.1, 1.0, 0.9], [0.3, 0.2, 0.9, 1.0]
    hidden = np.array([[king, queen, rng.normal(size=4)], [queen, rng.normal(size=4), king]])
    return impl.tied_logits(hidden, np.array([king, queen]))


@check(
    "logits of as many sentences as words as features, and of one vector for one word",
    parts="equal sizes: batch position word; one word: position word",
    follows="logits_are_dot_products",
)
def logits_of_equal_sizes(impl, rng):
    table = rng.normal(size=(4, 4))
    table[1, 2] = 0.0
    hidden = rng.normal(size=(4, 4, 4))
    hidden[2, 0, 3] = 0.0
    equal = impl.tied_logits(hidden, table)
    return equal, impl.tied_logits(rng.normal(size=(1, 5)), rng.normal(size=(1, 5)))


@check("each word's row receives the gradient of its position, other words receive 0", axes="word feature")
def gradient_of_different_words(impl, rng):
    upstream = rng.normal(size=(3, 7))
    upstream[1, 2] = 0.0
    return impl.lookup_gradient(np.array([4, 2, 0]), upstream, 6)


CATS = np.array([0, 1, 2, 3, 4, 1])  # YOUR CAT IS A LOVELY CAT


@check("CAT is at two positions and receives the gradients of both", axes="word feature")
def gradient_of_a_repeated_word(impl, rng):
    return impl.lookup_gradient(CATS, rng.normal(size=(6, 7)), 5)


@check(
    "with the gradients 1 to 6 of the worked example CAT receives 2 + 6 = 8",
    axes="word feature",
    follows="gradient_of_a_repeated_word",
)
def worked_gradient(impl, rng):
    return impl.lookup_gradient(CATS, np.arange(1.0, 7.0)[:, None], 5)


@check(
    "the gradient of as many sentences as words, with as many words as features",
    axes="word feature",
    follows="gradient_of_a_repeated_word",
)
def gradient_of_equal_sizes(impl, rng):
    ids = np.array([[3, 1, 0], [2, 2, 1], [3, 3, 2]])[:, rng.permutation(3)]
    return impl.lookup_gradient(ids, rng.normal(size=(3, 3, 4)), 4)


@check("the module's forward gives rows times √d_model", axes="batch position feature")
def module_forward(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng, scale=2.0)
    return module(torch.tensor([[4, 1, 2], [1, 4, 3]]))


@check("the module's logits use the same table, unscaled", axes="batch position word")
def module_logits(impl, rng):
    hidden = torch.tensor(rng.normal(size=(2, 3, 7)))
    hidden[1, 0] = 0.0
    return inject(impl.TiedEmbedding(5, 7), rng).logits(hidden)


@check(
    "the module with as many sentences as words, as many words as features, and with a single word",
    parts="vectors: batch position feature; one vector: batch position feature; logits: batch position word; "
    "one word: position word",
    follows="module_forward",
)
def module_of_equal_sizes(impl, rng):
    module, one = inject(impl.TiedEmbedding(4, 4), rng), inject(impl.TiedEmbedding(1, 5), rng)
    ids = torch.tensor([[3, 1, 0], [2, 2, 1], [3, 3, 2]])
    vectors, logits = module(ids), module.logits(torch.tensor(rng.normal(size=(4, 4, 4))))
    return vectors, module(ids[:1, :1]), logits, one.logits(torch.tensor(rng.normal(size=(1, 5))))


@check(
    "gradients flow from the vectors to the table",
    parts="vectors: batch position feature; gradients; weight: word feature",
)
def gradient_of_forward(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    out = torch.as_tensor(module(torch.tensor([[4, 0, 2], [1, 4, 4]])))
    return out.detach(), *gradients(out, torch.tensor(rng.normal(size=(2, 3, 7))), weight=module.weight)


@check(
    "gradients flow from the logits to the hidden vectors and to the table",
    parts="logits: position word; gradients; hidden: position feature; weight: word feature",
)
def gradient_of_logits(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    hidden = torch.tensor(rng.normal(size=(3, 7)), requires_grad=True)
    out = torch.as_tensor(module.logits(hidden))
    weights = torch.tensor(rng.normal(size=(3, 5)))
    return out.detach(), *gradients(out, weights, hidden=hidden, weight=module.weight)
