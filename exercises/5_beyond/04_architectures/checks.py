import torch

from grader.checks import check, inject


def fill(model, rng, size=0.6):
    """Weights from outside, in the order of their names; the norms stay near 1, so that no token is drowned."""
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            numbers = torch.tensor(size * rng.normal(size=tuple(parameter.shape)))
            parameter.copy_(0.4 * numbers + 1 if ".norm" in name else numbers)
    return model


def words(rng, *shape, low=3, high=13):
    """Ids of real tokens; 2 is the padding."""
    return torch.tensor(rng.randint(low, high, size=shape))


def padded(ids, length):
    """The same sentences, filled up."""
    return torch.cat([ids, torch.full((len(ids), length - ids.shape[1]), 2, dtype=ids.dtype)], dim=1)


def gradients(out, rng, **parameters):
    """Gradient of a weighted sum of the logits for each parameter, and whether one arrives at all."""
    out = torch.as_tensor(out)
    weights = torch.tensor(rng.normal(size=tuple(out.shape)), dtype=out.dtype)
    found = [None] * len(parameters)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(parameters.values()), allow_unused=True)
    arrives = {f"a gradient reaches the {name}": g is not None for name, g in zip(parameters, found, strict=True)}
    return arrives, *(torch.zeros_like(p) if g is None else g for p, g in zip(parameters.values(), found, strict=True))


@check("Classifier: every token sees all others, and their mean is classified", axes="sentence class")
def classifier_reads_both_ways(impl, rng):
    model = fill(inject(impl.Classifier(13, 4, 6, 3, 11, 2, 2), rng), rng)
    with torch.no_grad():
        return model(words(rng, 3, 5))


@check("Classifier: a sentence with padding gets what it gets without", axes="sentence class")
def classifier_padding(impl, rng):
    model, ids = fill(impl.Classifier(13, 4, 6, 3, 11, 1, 2), rng), words(rng, 3, 4)
    with torch.no_grad():
        return {"without": model(ids), "one": model(padded(ids, 5)), "three": model(padded(ids, 7))}


@check(
    "Classifier: gradients reach the embeddings and the first block",
    axes="; token feature; out in",
    follows="classifier_reads_both_ways",
)
def classifier_gradient(impl, rng):
    model = fill(impl.Classifier(13, 4, 6, 3, 11, 1, 2), rng)
    parts = {"embeddings": model.embed.tokens.weight, "first block": model.blocks[0].layer.linear1.weight}
    return gradients(model(words(rng, 3, 5)), rng, **parts)


@check("LanguageModel: logits for the next token at every place, from itself and the past", axes="sentence place token")
def language_model_everywhere(impl, rng):
    model = fill(inject(impl.LanguageModel(13, 6, 3, 11, 1), rng), rng)
    with torch.no_grad():
        return model(words(rng, 3, 5, low=0))


@check("LanguageModel: other tokens in the future change nothing before them", axes="sentence place token")
def language_model_future(impl, rng):
    model, ids, other = fill(impl.LanguageModel(13, 6, 3, 11, 2), rng), words(rng, 3, 5), words(rng, 3, 5)
    changed = torch.where(torch.arange(5) < int(rng.randint(2, 4)), ids, 3 + (other - 2) % 10)
    with torch.no_grad():
        return {"as given": model(ids), "future changed": model(changed)}


@check(
    "LanguageModel: gradients reach the embeddings and the first block",
    axes="; token feature; out in",
    follows="language_model_everywhere",
)
def language_model_gradient(impl, rng):
    model = fill(impl.LanguageModel(13, 6, 3, 11, 1), rng)
    parts = {"embeddings": model.embed.tokens.weight, "first block": model.blocks[0].layer.linear1.weight}
    return gradients(model(words(rng, 3, 5)), rng, **parts)


@check(
    "Translator: each target token reads the whole source, as the last encoder block left it",
    axes="sentence place token",
)
def translator_reads_the_source(impl, rng):
    model = fill(inject(impl.Translator(13, 6, 3, 11, 2, 2), rng), rng)
    with torch.no_grad():
        return model(words(rng, 3, 7), words(rng, 3, 4))


@check("Translator: other tokens in the target's future change nothing before them", axes="sentence place token")
def translator_future(impl, rng):
    model, source = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng), words(rng, 3, 4)
    target, other = words(rng, 3, 5), words(rng, 3, 5)
    changed = torch.where(torch.arange(5) < int(rng.randint(2, 4)), target, 3 + (other - 2) % 10)
    with torch.no_grad():
        return {"as given": model(source, target), "future changed": model(source, changed)}


@check("Translator: a source with padding gives what it gives without", axes="sentence place token")
def translator_padding(impl, rng):
    model, source, target = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng), words(rng, 3, 4), words(rng, 3, 5)
    with torch.no_grad():
        return {
            "without": model(source, target),
            "one": model(padded(source, 5), target),
            "three": model(padded(source, 7), target),
        }


@check(
    "Translator: gradients flow back through the decoder into the encoder and the embeddings",
    axes="; token feature; out in; out in",
    follows="translator_reads_the_source",
)
def translator_gradient(impl, rng):
    model = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng, size=0.4)  # larger ones blow up what rounding leaves
    parts = {
        "embeddings": model.embed.tokens.weight,
        "first encoder block": model.encoder_blocks[0].layer.linear1.weight,
        "first decoder block": model.decoder_blocks[0].layer.linear1.weight,
    }
    return gradients(model(words(rng, 3, 7), words(rng, 3, 4)), rng, **parts)
