import torch

from grader.checks import check


def fill(model, rng):
    """Weights from outside, in the order of their names; the norms stay near 1, so that no token is drowned."""
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            numbers = torch.tensor(0.6 * rng.normal(size=tuple(parameter.shape)))
            parameter.copy_(0.4 * numbers + 1 if ".norm" in name else numbers)
    return model


def words(rng, *shape, low=3, high=13):
    return torch.tensor(rng.randint(low, high, size=shape))


@check(
    "all three work with other sizes, one block, another padding id and sentences of one token",
    parts="classifier (size: sentence class); language model (size: sentence position token); "
    "translator (size: sentence position token)",
)
def other_sizes(impl, rng):
    classifier = fill(impl.Classifier(9, 3, 10, 5, 7, 1, 0), rng)
    language_model = fill(impl.LanguageModel(9, 10, 2, 7, 1), rng)
    translator = fill(impl.Translator(9, 10, 5, 7, 1, 0), rng)
    one, many = words(rng, 2, 1, high=9), words(rng, 2, 6, high=9)
    with torch.no_grad():
        return {
            "classifier": [classifier(one), classifier(many)],
            "language model": [language_model(one), language_model(many)],
            "translator": [translator(one, many), translator(many, one)],
        }


@check(
    "LanguageModel and Translator: the start of a target gives the first logits of the whole",
    parts="language model (length: sentence position token); translator (length: sentence position token)",
)
def prefix_by_prefix(impl, rng):
    language_model = fill(impl.LanguageModel(13, 6, 2, 5, 2), rng)
    translator = fill(impl.Translator(13, 6, 2, 5, 1, 2), rng)
    source, target = words(rng, 2, 5), words(rng, 2, 5)
    with torch.no_grad():
        return {
            "language model": [language_model(target[:, :n]) for n in (2, 5)],
            "translator": [translator(source, target[:, :n]) for n in (2, 5)],
        }


@check(
    "sentences of different lengths get the same logits in a batch and alone",
    parts="classifier: sentence class; alone (sentence); translator: sentence position token; translated alone (pair)",
)
def alone_and_in_a_batch(impl, rng):
    classifier = fill(impl.Classifier(13, 4, 6, 2, 5, 1, 1), rng)
    translator = fill(impl.Translator(13, 6, 2, 5, 1, 1), rng)
    ids, target = words(rng, 3, 6), words(rng, 3, 6)
    for row, length in enumerate(rng.permutation([2, 4, 6])):
        ids[row, length:] = 1
    with torch.no_grad():
        return {
            "classifier": classifier(ids),
            "alone": [classifier(row[row != 1][None]) for row in ids],
            "translator": translator(ids, target),
            "translated alone": [translator(row[row != 1][None], t[None]) for row, t in zip(ids, target, strict=True)],
        }


@check("hundreds of sentences, of classes and of tokens in the vocabulary, and ids that are a view")
def hundreds(impl, rng):
    classifier = fill(impl.Classifier(300, 3, 6, 2, 5, 1, 299), rng)
    of_many_classes = fill(impl.Classifier(300, 280, 6, 2, 5, 1, 299), rng)
    language_model = fill(impl.LanguageModel(300, 6, 2, 5, 1), rng)
    translator = fill(impl.Translator(300, 6, 2, 5, 1, 299), rng)
    ids = torch.tensor(rng.randint(0, 299, size=(3, 280))).T  # (280, 3)
    ids[:2, 0], ids[1:3, 2] = torch.tensor([0, 298]), 299
    with torch.no_grad():
        return {
            "many sentences": classifier(ids),
            "many classes": of_many_classes(ids[:3]),
            "language model": language_model(ids[:3]),
            "translator": translator(ids[:3], ids[10:13]),
        }


def three_models(impl, rng, n_blocks):
    models = (
        impl.Classifier(13, 4, 6, 2, 5, n_blocks, 1),
        impl.LanguageModel(13, 6, 2, 5, n_blocks),
        impl.Translator(13, 6, 2, 5, n_blocks, 1),
    )
    return [fill(model, rng) for model in models]


def with_padding(rng, *lengths):
    """Sentences of these lengths; 1 is the padding."""
    ids = words(rng, len(lengths), max(lengths))
    for row, length in enumerate(lengths):
        ids[row, length:] = 1
    return ids


@check("three blocks and 32 tokens, padding in every block; a text as its own target")
def deep_and_long(impl, rng):
    classifier, language_model, translator = three_models(impl, rng, 3)
    ids, same = with_padding(rng, 32, 3, 7), with_padding(rng, 5, 5)
    with torch.no_grad():
        return {
            "classifier": classifier(ids),
            "language model": language_model(words(rng, 2, 32)),
            "translator": translator(ids, words(rng, 3, 32)),
            "its own target": translator(same, same),
        }


@check("models in single precision stay in single precision")
def single_precision(impl, rng):
    classifier, language_model, translator = (model.float() for model in three_models(impl, rng, 1))
    ids = with_padding(rng, 4, 2)
    with torch.no_grad():
        return {
            "classifier": classifier(ids),
            "language model": language_model(ids),
            "translator": translator(ids, words(rng, 2, 3)),
        }


@check("Classifier without blocks: a token whose vector is zero counts in the mean", axes="sentence class")
def zero_vector_counts(impl, rng):
    model = fill(impl.Classifier(6, 3, 4, 1, 3, 0, 1), rng)
    with torch.no_grad():
        model.embed.tokens.weight[3] = 0
        model.embed.places.weight.zero_()
        return model(torch.tensor([[3, 4, 4, 2, 1], [3, 0, 1, 1, 1]]))


@check("gradients flow back through three blocks to the first ones and to the embeddings", parts="gradient")
def deep_gradients(impl, rng):
    found = []
    for model in three_models(impl, rng, 3):
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.dim() > 1:
                    parameter *= 0.6
        inputs = [p for n, p in model.named_parameters() if "blocks.0.layer.linear1" in n or "tokens" in n]
        ids = words(rng, 2, 4)
        out = torch.as_tensor(model(ids, words(rng, 2, 3)) if isinstance(model, impl.Translator) else model(ids))
        weights = torch.tensor(rng.normal(size=tuple(out.shape)), dtype=out.dtype)
        reached = [None] * len(inputs)
        if out.requires_grad:
            reached = torch.autograd.grad((out * weights).sum(), inputs, allow_unused=True)
        found += [torch.zeros_like(i) if g is None else g for i, g in zip(inputs, reached, strict=True)]
    return found
