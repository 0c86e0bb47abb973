import numpy as np
import torch

from grader.checks import check, inject


@check(
    "a vocabulary of 10,000 words: probabilities and log-probabilities",
    parts="100 times the probabilities: position word; log-probabilities: position word",
)
def ten_thousand_words(impl, rng):
    logits = 3 * rng.normal(size=(2, 10_000))
    return 100 * np.asarray(impl.probabilities(logits)), impl.log_probabilities(logits)


@check("a single vector, and three leading axes")
def three_axes_in_front(impl, rng):
    one, many = 1.5 * rng.normal(size=5), 1.5 * rng.normal(size=(2, 3, 4, 5))
    W, b, ids = rng.normal(size=(5, 7)), rng.normal(size=7), rng.randint(0, 5, size=(2, 3, 4))
    return {
        "logits of one vector": impl.to_logits(one, W, b),
        "probabilities of one vector": impl.probabilities(one),
        "log-probabilities of one vector": impl.log_probabilities(one),
        "logits": impl.to_logits(many, W, b),
        "probabilities": impl.probabilities(many),
        "log-probabilities": impl.log_probabilities(many),
        "sentences": impl.sentence_log_probability(many, ids),
        "the module": inject(impl.OutputHead(5, 7), rng)(torch.tensor(many)),
        "the module, one vector": inject(impl.OutputHead(5, 7), rng)(torch.tensor(one)),
    }


@check(
    "the words of another vocabulary, longer than the sentence",
    parts="thirteen words (word); three hundred words (word)",
)
def other_vocabulary(impl, rng):
    words = [f"word{number}" for number in rng.permutation(300)]
    few = np.stack([rng.permutation(13) - 20.0 for _ in range(4)])
    many = np.stack([rng.permutation(300) - 200.0 for _ in range(4)])
    many[2, 299] = 100.0
    return {
        "thirteen words": impl.most_likely_words(few, words[:13]),
        "three hundred words": impl.most_likely_words(np.asfortranarray(many), words),
    }


@check("a long sentence whose probability is too small for a product", axes="sentence")
def sentences_far_too_long_for_products(impl, rng):
    log_probs = np.log(rng.dirichlet(np.ones(5), size=(2, 600)))
    return impl.sentence_log_probability(log_probs, rng.randint(0, 5, size=(2, 600)))


@check("hundreds of positions and of words, small numbers, and arrays that are views")
def hundreds(impl, rng):
    x, W, b = 0.1 * rng.normal(size=(2, 280)), 0.1 * rng.normal(size=(2, 3)), 0.01 * rng.normal(size=3)
    wide = 0.1 * rng.normal(size=(280, 2))
    logits = rng.uniform(size=(3, 280))
    logits[1] += 5  # the second word is likely: its log-probability is near 0
    log_probs = np.log(rng.uniform(0.97, 0.99, size=(300, 2)))
    ids = rng.randint(0, 300, size=(280, 2))
    ids[0] = 0, 299
    module = inject(impl.OutputHead(2, 300), rng)
    small = inject(impl.OutputHead(2, 3), rng)
    vectors = torch.tensor(rng.normal(size=(2, 280)))
    return {
        "many positions, logits": impl.to_logits(x.T, W, b),
        "many words, logits": impl.to_logits(x.T[:2], wide.T, 0.1 * rng.normal(size=280)),
        "many positions, probabilities": impl.probabilities(logits.T),
        "many positions, the likely word": np.asarray(impl.log_probabilities(logits.T))[:, 1],
        "many sentences": impl.sentence_log_probability(
            np.asfortranarray(np.tile(log_probs.T, (280, 1, 1))), np.asfortranarray(ids)
        ),
        "five words": impl.sentence_log_probability(log_probs[None, :5] - 1, ids[None, :5, 0] % 2),
        "other ids": impl.sentence_log_probability(log_probs[None, :5] - 1, np.ones((1, 5), int)),
        "many batches": impl.sentence_log_probability(np.tile(log_probs.T, (280, 2, 1, 1)), np.stack([ids, ids], 1)),
        "many words, module": module(vectors.T[:2]),
        "many positions, module": small(vectors.T),
    }
