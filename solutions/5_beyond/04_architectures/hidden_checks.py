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


@check("all three work with other sizes, one block, another padding id and sentences of one token")
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
    "LanguageModel and Translator: a target cut short gives the first logits of the whole", axes="sentence place token"
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


@check("sentences of different lengths get in a batch what they get alone, and the ids stay as they were")
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
            "ids": ids,
        }
