import numpy as np
import torch

from grader.checks import check, inject

# The six words of the statement, and the logits of "I am a student <eos>".
VOCABULARY = ["a", "am", "I", "thanks", "student", "<eos>"]
LOGITS = [[0, 1, 4, 1, 0, -1], [1, 3, 0, 0, 1, 0], [3, 0, 0, -1, 2, 0], [1, 0, 0, 1, 5, 1], [0, 0, -1, 1, 1, 4.0]]


def gradients(out, weights, **inputs):
    """Which inputs a gradient of sum(weights * out) reaches, and the gradients: zeros where none arrives."""
    out = torch.as_tensor(out)
    found = [None] * len(inputs)
    if out.requires_grad:
        found = torch.autograd.grad((out * weights).sum(), list(inputs.values()), allow_unused=True)
    reached = [name for name, gradient in zip(inputs, found, strict=True) if gradient is not None]
    numbers = {n: torch.zeros_like(i) if g is None else g for (n, i), g in zip(inputs.items(), found, strict=True)}
    return {"gradients reach": ", ".join(reached) or "nothing", **numbers}


@check(
    "the linear layer gives each position a logit for every word: x W + b",
    parts="the statement's vector: position word; a sentence: position word; with another W and b: position word; "
    "another sentence: position word; as many positions as features and words: position word",
)
def linear_layer(impl, rng):
    x, W, b = rng.normal(size=(5, 7)), rng.normal(size=(7, 11)), 2 * rng.normal(size=11)
    x[1, 2] = 0.0
    return {
        "the statement's vector": impl.to_logits(
            np.array([[1.0, 2]]), np.array([[1.0, 0, 2], [0, 1, -1]]), np.array([0, 0.5, 0])
        ),
        "a sentence": impl.to_logits(x, W, b),
        "with another W and b": impl.to_logits(x, rng.normal(size=(7, 11)), rng.normal(size=11)),
        "another sentence": impl.to_logits(rng.normal(size=(5, 7)), W, b),
        "as many positions as features and words": impl.to_logits(
            rng.normal(size=(4, 4)), rng.normal(size=(4, 4)), rng.normal(size=4)
        ),
    }


@check(
    "every position of every sentence of a batch gets its logits",
    parts="a batch: sentence position word; one position: sentence position word; "
    "as many sentences as positions, features and words: sentence position word",
)
def logits_of_a_batch(impl, rng):
    W, square = rng.normal(size=(5, 7)), rng.normal(size=(4, 4))
    return {
        "a batch": impl.to_logits(rng.normal(size=(2, 3, 5)), W, np.zeros(7)),
        "as many sentences as positions, features and words": impl.to_logits(
            rng.normal(size=(4, 4, 4)), square, rng.normal(size=4)
        ),
        "one position": impl.to_logits(rng.normal(size=(1, 1, 5)), W, rng.normal(size=7)),
    }


@check(
    "the probabilities of the words add up to 1 at each position",
    parts="the statement's three words: position word; the statement's sentence: position word; "
    "a batch: sentence position word; another batch: sentence position word; "
    "as many sentences as positions and words: sentence position word; one position: sentence position word",
)
def probabilities_of_each_position(impl, rng):
    return {
        "the statement's three words": impl.probabilities(np.array([[1, 2.5, 0]])),
        "the statement's sentence": impl.probabilities(np.array(LOGITS)),
        "a batch": impl.probabilities(1.5 * rng.normal(size=(2, 3, 7))),
        "another batch": impl.probabilities(1.5 * rng.normal(size=(2, 3, 7))),
        "as many sentences as positions and words": impl.probabilities(rng.normal(size=(4, 4, 4))),
        "one position": impl.probabilities(rng.normal(size=(1, 1, 5))),
    }


@check("probabilities of logits in the hundreds and far beyond", axes="position word")
def large_logits(impl, rng):
    logits = rng.randint(-128, 128, size=(5, 7)) / 64 + np.array([[800.0], [0.0], [-800.0], [1e5], [-1e5]])
    logits[1, 4], logits[2, 5] = -900.0, 9e4  # far from all the others
    return impl.probabilities(logits)


@check(
    "log-probabilities are the natural logarithms of the probabilities",
    parts="the statement's three words: position word; the statement's sentence: position word; "
    "a batch: sentence position word; another batch: sentence position word; "
    "as many sentences as positions and words: sentence position word; one position: sentence position word",
)
def logs_of_each_position(impl, rng):
    return {
        "the statement's three words": impl.log_probabilities(np.array([[1, 2.5, 0]])),
        "the statement's sentence": impl.log_probabilities(np.array(LOGITS)),
        "a batch": impl.log_probabilities(1.5 * rng.normal(size=(2, 3, 7))),
        "another batch": impl.log_probabilities(1.5 * rng.normal(size=(2, 3, 7))),
        "as many sentences as positions and words": impl.log_probabilities(rng.normal(size=(4, 4, 4))),
        "one position": impl.log_probabilities(rng.normal(size=(1, 1, 5))),
    }


@check("a word hundreds of logits below the best, or thousands, has a finite log-probability", axes="position word")
def logs_of_hopeless_words(impl, rng):
    logits = rng.randint(-128, 128, size=(4, 7)) / 64
    logits[3, 5] = 9e4
    logits[0, 2] = 600.0
    logits[1, 4] = -900.0
    return impl.log_probabilities(logits)


@check("logits far above and far below zero have the logs of their differences", axes="position word")
def logs_of_shifted_rows(impl, rng):
    logits = rng.randint(-128, 128, size=(5, 7)) / 64 + np.array([[800.0], [0.0], [-800.0], [1e5], [-1e5]])
    return impl.log_probabilities(logits)


@check(
    "the word of the largest logit is chosen at each position, in the order of the vocabulary",
    parts="the statement's sentence (word); another sentence (word); with another vocabulary (word); "
    "as many positions as words (word); negative logits (word); large logits (word); one position (word)",
)
def words_of_a_sentence(impl, rng):
    logits = np.stack([rng.permutation(6) for _ in range(5)]) + 0.1 * rng.uniform(size=(5, 6)) - 2.5
    for position, word in enumerate([2, 5, 3, 0, 4]):  # <eos> in the middle is a word like the others
        logits[position, word] = 4.0 - position / 2
    below = np.stack([rng.permutation(6) - 9.0 for _ in range(4)])
    below[0, rng.randint(1, 6)] = 0.0
    return {
        "the statement's sentence": impl.most_likely_words(np.array(LOGITS), VOCABULARY),
        "another sentence": impl.most_likely_words(logits, VOCABULARY),
        "with another vocabulary": impl.most_likely_words(logits, ["the", "cat", "<eos>", "sat", "a", "mat"]),
        "as many positions as words": impl.most_likely_words(
            np.stack([rng.permutation(6) for _ in range(6)]).astype(float), VOCABULARY
        ),
        "negative logits": impl.most_likely_words(below, VOCABULARY),
        "large logits": impl.most_likely_words(below + 50_000, VOCABULARY),
        "one position": impl.most_likely_words(below[:1], VOCABULARY),
    }


def log_distributions(rng, *shape):
    """Log-probabilities (..., position, vocab_size)."""
    return np.log(rng.dirichlet(np.ones(shape[-1]), size=shape[:-1]))


@check("a sentence's log-probability is the sum over its own words")
def one_sentence(impl, rng):
    logits = np.array(LOGITS)
    worked = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
    some, ids = log_distributions(rng, 4, 7), np.array([3, 0, 6, 3])
    certain = log_distributions(rng, 4, 7)
    certain[1] = -800.0
    certain[1, 0] = 0.0  # the probability is 1
    hopeless = certain.copy()
    hopeless[2, 6] = -800.0
    return {
        "the statement's sentence": impl.sentence_log_probability(worked, np.array([2, 1, 0, 4, 5])),
        "the statement's sentence with 'thanks'": impl.sentence_log_probability(worked, np.array([2, 1, 3, 4, 5])),
        "another sentence": impl.sentence_log_probability(some, ids),
        "other words": impl.sentence_log_probability(some, rng.randint(0, 7, size=4)),
        "a word that is certain": impl.sentence_log_probability(certain, ids),
        "a hopeless word": impl.sentence_log_probability(hopeless, ids),
        "as many positions as words": impl.sentence_log_probability(
            log_distributions(rng, 5, 5), rng.randint(0, 5, size=5)
        ),
        "600 words": impl.sentence_log_probability(log_distributions(rng, 600, 5), rng.randint(0, 5, size=600)),
    }


@check(
    "every sentence of a batch has a log-probability of its own",
    parts="a batch: sentence; as many sentences as positions and words: sentence; one sentence of one word: sentence; "
    "as many batches as sentences: batch sentence",
)
def batch_of_sentences(impl, rng):
    ids = rng.randint(0, 7, size=(3, 4))
    ids[0, 1] = 6
    return {
        "a batch": impl.sentence_log_probability(log_distributions(rng, 3, 4, 7), ids),
        "as many sentences as positions and words": impl.sentence_log_probability(
            log_distributions(rng, 4, 4, 4), rng.randint(0, 4, size=(4, 4))
        ),
        "one sentence of one word": impl.sentence_log_probability(
            log_distributions(rng, 1, 1, 5), rng.randint(0, 5, size=(1, 1))
        ),
        "as many batches as sentences": impl.sentence_log_probability(
            log_distributions(rng, 3, 3, 4, 5), rng.randint(0, 5, size=(3, 3, 4))
        ),
    }


@check(
    "the module gives the log-probabilities of its own linear layer",
    parts="a batch: sentence position word; another batch: sentence position word; "
    "as many sentences as positions, features and words: sentence position word; one position: sentence position word; "
    "in eval mode: position word",
)
def module_forward(impl, rng):
    module, square = inject(impl.OutputHead(5, 7), rng), inject(impl.OutputHead(4, 4), rng)
    x = rng.normal(size=(2, 3, 5))
    x[0, 1, 2] = 0.0
    return {
        "a batch": module(torch.tensor(x)),
        "another batch": module(torch.tensor(rng.normal(size=(2, 3, 5)))),
        "as many sentences as positions, features and words": square(torch.tensor(rng.normal(size=(4, 4, 4)))),
        "one position": module(torch.tensor(rng.normal(size=(1, 1, 5)))),
        "in eval mode": module.eval()(torch.tensor(rng.normal(size=(3, 5)))),
    }


@check(
    "gradients flow back through the module to x, weight and bias, even where words are very unlikely",
    parts="x: position feature; weight: word feature; bias: word",
)
def module_gradients(impl, rng):
    module = inject(impl.OutputHead(5, 7), rng).eval()
    vectors, weights = rng.normal(size=(3, 5)), rng.normal(size=(3, 7))
    with torch.no_grad():
        module.linear.weight[:, 0] = torch.tensor(rng.permutation(7) - 3)
    vectors[2, 0], weights[2] = 300, weights[2] / 300  # at the last position logits lie some 300 apart
    x = torch.tensor(vectors, requires_grad=True)
    return gradients(module(x), torch.tensor(weights), x=x, weight=module.linear.weight, bias=module.linear.bias)
