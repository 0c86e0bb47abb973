import torch

from grader.checks import check, inject


def fill(model, rng, size=0.6):
    """Weights from outside, in the order of their names; the norms stay near 1, so that no token is drowned."""
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            numbers = torch.tensor(size * rng.normal(size=tuple(parameter.shape)))
            parameter.copy_(0.4 * numbers + 1 if ".norm" in name else numbers)
    return model


def words(rng, *shape):
    """Ids of real tokens, 0 among them; 2 is the padding."""
    ids = rng.choice([0, 1, *range(3, 13)], size=shape)
    ids[0, 0] = 0
    return torch.tensor(ids)


def padded(ids, length):
    """The same sentences, filled up."""
    return torch.cat([ids, torch.full((len(ids), length - ids.shape[1]), 2, dtype=ids.dtype)], dim=1)


def of_different_lengths(rng, ids):
    """The same sentences, cut to different lengths and filled up."""
    lengths = torch.tensor(rng.permutation(ids.shape[1])[: len(ids)] + 1)
    return torch.where(torch.arange(ids.shape[1]) < lengths[:, None], ids, 2)


def gradients(out, rng, **parameters):
    """Which parameters a gradient of a weighted sum of the logits reaches, and the gradients: zeros where none does."""
    out = torch.as_tensor(out)
    weights = torch.tensor(rng.normal(size=tuple(out.shape)), dtype=out.dtype)
    found = [None] * len(parameters)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(parameters.values()), allow_unused=True)
    reached = [name for name, gradient in zip(parameters, found, strict=True) if gradient is not None]
    numbers = {n: torch.zeros_like(p) if g is None else g for (n, p), g in zip(parameters.items(), found, strict=True)}
    return {"gradients reach": ", ".join(reached) or "nothing", **numbers}


@check(
    "Classifier: every token sees all others, and their mean is classified",
    parts="three sentences: sentence class; three other sentences: sentence class; "
    "as many sentences as tokens and classes: sentence class; one sentence of one token: sentence class",
)
def classifier_reads_both_ways(impl, rng):
    model = fill(inject(impl.Classifier(13, 4, 6, 3, 11, 2, 2), rng), rng)
    with torch.no_grad():
        return {
            "three sentences": model(words(rng, 3, 5)),
            "three other sentences": model(words(rng, 3, 5)),
            "as many sentences as tokens and classes": model(words(rng, 4, 4)),
            "one sentence of one token": model(words(rng, 1, 1)),
        }


@check("Classifier without blocks: the mean is that of the real tokens", axes="sentence class")
def classifier_mean(impl, rng):
    model = impl.Classifier(6, 3, 2, 1, 3, 0, 0)
    with torch.no_grad():
        model.embed.tokens.weight.copy_(torch.tensor([[5, 5], [4, 3], [1, 4], [1, 0], [0, 2], [2, 1]]))
        model.embed.places.weight.zero_()
        model.head.weight.copy_(torch.tensor([[2, 0], [0, 3], [1, 1]]))
        return model(
            torch.tensor([[3, 4, 5, 0], [int(rng.randint(1, 6)), 0, 0, 0], rng.randint(1, 6, size=4).tolist()])
        )


@check(
    "Classifier: a sentence gets the same logits with and without padding",
    parts="without: sentence class; one: sentence class; three: sentence class; different lengths: sentence class; "
    "other lengths: sentence class",
)
def classifier_padding(impl, rng):
    model, ids = fill(impl.Classifier(13, 4, 6, 3, 11, 1, 2), rng), words(rng, 3, 4)
    with torch.no_grad():
        return {
            "without": model(ids),
            "one": model(padded(ids, 5)),
            "three": model(padded(ids, 7)),
            "different lengths": model(of_different_lengths(rng, ids)),
            "other lengths": model(of_different_lengths(rng, ids)),
        }


@check(
    "Classifier: gradients reach the embeddings and the first block",
    parts="embeddings: token feature; first_block: out in",
    follows="classifier_reads_both_ways",
)
def classifier_gradient(impl, rng):
    model = fill(impl.Classifier(13, 4, 6, 3, 11, 1, 2), rng)
    parts = {"embeddings": model.embed.tokens.weight, "first_block": model.blocks[0].layer.linear1.weight}
    return gradients(model(words(rng, 3, 5)), rng, **parts)


@check(
    "LanguageModel: logits for the next token at every position, from itself and the past",
    parts="three sentences: sentence position token; three other sentences: sentence position token; "
    "as many sentences as tokens: sentence position token; one sentence of one token: sentence position token",
)
def language_model_everywhere(impl, rng):
    model = fill(inject(impl.LanguageModel(13, 6, 3, 11, 1), rng), rng)
    with torch.no_grad():
        return {
            "three sentences": model(torch.tensor(rng.randint(0, 13, size=(3, 5)))),
            "three other sentences": model(torch.tensor(rng.randint(0, 13, size=(3, 5)))),
            "as many sentences as tokens": model(torch.tensor(rng.randint(0, 13, size=(4, 4)))),
            "one sentence of one token": model(torch.tensor(rng.randint(0, 13, size=(1, 1)))),
        }


@check(
    "LanguageModel: other tokens in the future do not change the logits before them",
    parts="as given: sentence position token; future changed: sentence position token",
)
def language_model_future(impl, rng):
    model, ids, other = fill(impl.LanguageModel(13, 6, 3, 11, 2), rng), words(rng, 3, 5), words(rng, 3, 5)
    changed = torch.where(torch.arange(5) < int(rng.randint(2, 4)), ids, 3 + (other - 2) % 10)
    with torch.no_grad():
        return {"as given": model(ids), "future changed": model(changed)}


@check(
    "LanguageModel: gradients reach the embeddings and the first block",
    parts="embeddings: token feature; first_block: out in",
    follows="language_model_everywhere",
)
def language_model_gradient(impl, rng):
    model = fill(impl.LanguageModel(13, 6, 3, 11, 1), rng)
    parts = {"embeddings": model.embed.tokens.weight, "first_block": model.blocks[0].layer.linear1.weight}
    return gradients(model(words(rng, 3, 5)), rng, **parts)


@check(
    "Translator: each target token reads the whole source, from the output of the last encoder block",
    parts="three pairs: sentence position token; three other pairs: sentence position token; "
    "as many pairs as tokens: sentence position token; one pair of one token: sentence position token",
)
def translator_reads_the_source(impl, rng):
    model = fill(inject(impl.Translator(13, 6, 3, 11, 2, 2), rng), rng)
    with torch.no_grad():
        return {
            "three pairs": model(words(rng, 3, 7), words(rng, 3, 4)),
            "three other pairs": model(words(rng, 3, 7), words(rng, 3, 4)),
            "as many pairs as tokens": model(words(rng, 4, 4), words(rng, 4, 4)),
            "one pair of one token": model(words(rng, 1, 1), words(rng, 1, 1)),
        }


@check(
    "Translator: other tokens in the target's future do not change the logits before them",
    parts="as given: sentence position token; future changed: sentence position token",
)
def translator_future(impl, rng):
    model, source = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng), words(rng, 3, 4)
    target, other = words(rng, 3, 5), words(rng, 3, 5)
    changed = torch.where(torch.arange(5) < int(rng.randint(2, 4)), target, 3 + (other - 2) % 10)
    with torch.no_grad():
        return {"as given": model(source, target), "future changed": model(source, changed)}


@check(
    "Translator: a source gives the same logits with and without padding",
    parts="without: sentence position token; one: sentence position token; three: sentence position token; "
    "different lengths: sentence position token; other lengths: sentence position token",
)
def translator_padding(impl, rng):
    model, source, target = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng), words(rng, 3, 4), words(rng, 3, 5)
    with torch.no_grad():
        return {
            "without": model(source, target),
            "one": model(padded(source, 5), target),
            "three": model(padded(source, 7), target),
            "different lengths": model(of_different_lengths(rng, source), target),
            "other lengths": model(of_different_lengths(rng, source), target),
        }


@check(
    "Translator: gradients flow back through the decoder into the encoder and the embeddings",
    parts="embeddings: token feature; first_encoder_block: out in; first_decoder_block: out in",
    follows="translator_reads_the_source",
)
def translator_gradient(impl, rng):
    model = fill(impl.Translator(13, 6, 3, 11, 1, 2), rng, size=0.4)  # larger ones blow up what rounding leaves
    parts = {
        "embeddings": model.embed.tokens.weight,
        "first_encoder_block": model.encoder_blocks[0].layer.linear1.weight,
        "first_decoder_block": model.decoder_blocks[0].layer.linear1.weight,
    }
    return gradients(model(words(rng, 3, 7), words(rng, 3, 4)), rng, **parts)
