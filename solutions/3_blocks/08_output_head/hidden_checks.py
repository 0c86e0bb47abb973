import numpy as np

from grader.checks import check


@check("a vocabulary of 10,000 words: probabilities and log-probabilities", axes="position word; position word")
def ten_thousand_words(impl, rng):
    logits = 3 * rng.normal(size=(2, 10_000))
    return 100 * np.asarray(impl.probabilities(logits.copy())), impl.log_probabilities(logits.copy())


@check("one vector, and three axes in front")
def three_axes_in_front(impl, rng):
    one, many = 1.5 * rng.normal(size=5), 1.5 * rng.normal(size=(2, 3, 4, 5))
    W, b, ids = rng.normal(size=(5, 7)), rng.normal(size=7), rng.randint(0, 5, size=(2, 3, 4))
    return {
        "logits of one vector": impl.to_logits(one, W, b),
        "probabilities of one vector": impl.probabilities(one.copy()),
        "log-probabilities of one vector": impl.log_probabilities(one.copy()),
        "logits": impl.to_logits(many, W, b),
        "probabilities": impl.probabilities(many.copy()),
        "log-probabilities": impl.log_probabilities(many.copy()),
        "sentences": impl.sentence_log_probability(many, ids),
    }


@check("the words of another vocabulary, longer than the sentence", axes="position")
def other_vocabulary(impl, rng):
    words = [f"word{number}" for number in rng.permutation(13)]
    logits = np.stack([rng.permutation(13) - 20.0 for _ in range(4)])
    return impl.most_likely_words(logits, words)


@check("a long sentence whose probability is too small for a product", axes="sentence")
def sentences_far_too_long_for_products(impl, rng):
    log_probs = np.log(rng.dirichlet(np.ones(5), size=(2, 600)))
    return impl.sentence_log_probability(log_probs, rng.randint(0, 5, size=(2, 600)))
