import numpy as np
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


@check("the linear layer gives each position a logit for every word: x W + b", axes="position word")
def linear_layer(impl, rng):
    return impl.to_logits(rng.normal(size=(5, 7)), rng.normal(size=(7, 11)), 2 * rng.normal(size=11))


@check("every position of every sentence of a batch gets its logits", axes="batch position word")
def logits_of_a_batch(impl, rng):
    return impl.to_logits(rng.normal(size=(2, 3, 5)), rng.normal(size=(5, 7)), np.zeros(7))


@check("the probabilities of the words add to 1 at each position", axes="batch position word")
def probabilities_of_each_position(impl, rng):
    return impl.probabilities(1.5 * rng.normal(size=(2, 3, 7)))


@check("probabilities of logits in the hundreds, and the logits stay as they were", axes="position word; position word")
def large_logits(impl, rng):
    logits = rng.randint(-128, 128, size=(3, 7)) / 64 + np.array([[800.0], [0.0], [-800.0]])
    logits[1, 4] = -900.0
    return impl.probabilities(logits), logits


@check("log-probabilities are the natural logarithms of the probabilities", axes="batch position word")
def logs_of_each_position(impl, rng):
    return impl.log_probabilities(1.5 * rng.normal(size=(2, 3, 7)))


@check("a word hundreds of logits below the best has a finite log-probability", axes="position word; position word")
def logs_of_hopeless_words(impl, rng):
    logits = rng.randint(-128, 128, size=(3, 7)) / 64
    logits[0, 2] = 600.0
    logits[1, 4] = -900.0
    return impl.log_probabilities(logits), logits


@check("logits far above and far below zero have the logs of their differences", axes="position word")
def logs_of_shifted_rows(impl, rng):
    logits = rng.randint(-128, 128, size=(3, 7)) / 64 + np.array([[800.0], [0.0], [-800.0]])
    return impl.log_probabilities(logits)


@check("the word of the largest logit is chosen at each position, in the order of the vocabulary", axes="position")
def words_of_a_sentence(impl, rng):
    vocabulary = ["a", "am", "I", "thanks", "student", "<eos>"]
    logits = np.stack([rng.permutation(6) for _ in range(5)]) + 0.1 * rng.uniform(size=(5, 6)) - 2.5
    for position, word in enumerate([2, 5, 3, 0, 4]):  # <eos> in the middle is a word like the others
        logits[position, word] = 4.0 - position / 2
    return impl.most_likely_words(logits, vocabulary)


@check("a sentence's log-probability is the sum over its own words")
def one_sentence(impl, rng):
    log_probs = np.log(rng.dirichlet(np.ones(7), size=4))
    return {"log-probability": impl.sentence_log_probability(log_probs, np.array([3, 0, 6, 3]))}


@check("every sentence of a batch has a log-probability of its own", axes="sentence")
def batch_of_sentences(impl, rng):
    log_probs = np.log(rng.dirichlet(np.ones(7), size=(3, 4)))
    ids = rng.randint(0, 7, size=(3, 4))
    ids[0, 1] = 6
    return impl.sentence_log_probability(log_probs, ids)


@check("the module gives the log-probabilities of its own linear layer", axes="batch position word")
def module_forward(impl, rng):
    module = inject(impl.OutputHead(5, 7), rng)
    return module(torch.tensor(rng.normal(size=(2, 3, 5))))


@check(
    "gradients flow back through the module to x, weight and bias, where words are hopeless too",
    axes="; position feature; word feature; word",
)
def module_gradients(impl, rng):
    module = inject(impl.OutputHead(5, 7), rng)
    vectors, weights = rng.normal(size=(3, 5)), rng.normal(size=(3, 7))
    with torch.no_grad():
        module.linear.weight[:, 0] = torch.tensor(rng.permutation(7) - 3)
    vectors[2, 0], weights[2] = 300, weights[2] / 300  # at the last position logits lie some 300 apart
    x = torch.tensor(vectors, requires_grad=True)
    return gradients(module(x), torch.tensor(weights), x=x, weight=module.linear.weight, bias=module.linear.bias)
