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


@check("the table stays as it was, so a second call gives the same vectors", axes="position feature; word feature")
def table_unchanged(impl, rng):
    table = WORDS.copy()
    impl.embed(np.array([1, 0]), table)
    return impl.embed(np.array([3, 1, 2]), table), table


@check("a logit is the dot product of the hidden vector with a word's row", axes="position word")
def logits_are_dot_products(impl, rng):
    return impl.tied_logits(rng.normal(size=(5, 7)), rng.normal(size=(11, 7)))


@check("logits of a batch: king scores 2.18 with king and 2.00 with queen", axes="batch position word")
def king_and_queen(impl, rng):
    king, queen = [0.6, 0.1, 1.0, 0.9], [0.3, 0.2, 0.9, 1.0]
    hidden = np.array([[king, queen, [0, 1, 0, 0]], [queen, [-1, 0, 0, 0], king]])
    return impl.tied_logits(hidden, np.array([king, queen]))


@check("each word's row receives the gradient of its place, other words receive 0", axes="word feature")
def gradient_of_different_words(impl, rng):
    return impl.lookup_gradient(np.array([4, 0, 2]), rng.normal(size=(3, 7)), 6)


@check("CAT stands at two places and receives the gradients of both", axes="word feature")
def gradient_of_a_repeated_word(impl, rng):
    your_cat_is_a_lovely_cat = np.array([0, 1, 2, 3, 4, 1])
    return impl.lookup_gradient(your_cat_is_a_lovely_cat, rng.normal(size=(6, 7)), 5)


@check("the module's forward gives rows times √d_model", axes="batch position feature")
def module_forward(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    return module(torch.tensor([[4, 0, 2], [1, 4, 3]]))


@check("the module's logits use the same table, unscaled", axes="batch position word")
def module_logits(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    return module.logits(torch.tensor(rng.normal(size=(2, 3, 7))))


@check("gradients flow from the vectors to the table", axes="; word feature")
def gradient_of_forward(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    out = module(torch.tensor([[4, 0, 2], [1, 4, 4]]))
    return gradients(out, torch.tensor(rng.normal(size=(2, 3, 7))), weight=module.weight)


@check("gradients flow from the logits to the hidden vectors and to the table", axes="; position feature; word feature")
def gradient_of_logits(impl, rng):
    module = inject(impl.TiedEmbedding(5, 7), rng)
    hidden = torch.tensor(rng.normal(size=(3, 7)), requires_grad=True)
    out = module.logits(hidden)
    return gradients(out, torch.tensor(rng.normal(size=(3, 5))), hidden=hidden, weight=module.weight)
