import numpy as np

from grader.checks import check


@check(
    "sentences of one, two and nine words are mixed, and left as they were",
    axes="word d; word d; word d; word d",
)
def sentences_of_any_length(impl, rng):
    nine = 0.8 * rng.normal(size=(9, 4))
    one, two = impl.contextual_embeddings(nine[:1].copy()), impl.contextual_embeddings(nine[:2].copy(), scaled=True)
    return one, two, impl.contextual_embeddings(nine), nine


@check("weights are right for wide embeddings and for short sentences", axes="word word; word word")
def weights_of_wide_embeddings(impl, rng):
    wide = impl.similarity_weights(0.5 * rng.normal(size=(4, 17)), scaled=True)
    return wide, impl.similarity_weights(rng.normal(size=(2, 5)))


@check("averages of many meanings, and of one", axes="d; d")
def average_of_many_meanings(impl, rng):
    many = impl.static_embedding(rng.normal(size=(8, 3)), rng.randint(1, 50, size=8))
    return many, impl.static_embedding(rng.normal(size=(1, 6)), np.array([7]))


@check("the leak of a long sentence, and its weights left as they were", axes="word; word word")
def leak_of_a_long_sentence(impl, rng):
    weights = rng.uniform(size=(11, 11))
    return impl.weight_on_later_words(weights), weights
