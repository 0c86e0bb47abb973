import numpy as np

from grader.checks import check


@check("a static embedding averages the meanings, each as often as it is used", axes="d")
def average_meaning(impl, rng):
    return impl.static_embedding(rng.normal(size=(3, 5)), np.array([9, 4, 1]) * rng.randint(90, 110))


@check("each row of weights is the recipe of one new vector", axes="new d")
def rows_are_recipes(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 5)) + 2 * np.eye(5)
    return impl.mix(shares / shares.sum(axis=1, keepdims=True), rng.normal(size=(5, 3)))


@check("the printed weights give 'bank' two vectors, one in each sentence", axes="word d; word d")
def bank_in_two_sentences(impl, rng):
    money, bank, grows, river, flows = rng.normal(size=(5, 4))
    finance = np.array([[0.7, 0.2, 0.1], [0.25, 0.7, 0.05], [0.1, 0.2, 0.7]])
    nature = np.array([[0.8, 0.15, 0.05], [0.2, 0.78, 0.02], [0.4, 0.01, 0.59]])
    first = impl.mix(finance, np.stack([money, bank, grows]))
    return first, impl.mix(nature, np.stack([river, bank, flows]))


@check("the printed 6×6 table mixes the words of YOUR CAT IS A LOVELY CAT", axes="word d")
def lovely_cat(impl, rng):
    table = np.array(
        [
            [0.268, 0.119, 0.134, 0.148, 0.179, 0.152],
            [0.124, 0.278, 0.201, 0.128, 0.154, 0.115],
            [0.147, 0.132, 0.262, 0.097, 0.218, 0.145],
            [0.210, 0.128, 0.206, 0.212, 0.119, 0.125],
            [0.146, 0.158, 0.152, 0.143, 0.227, 0.174],
            [0.195, 0.114, 0.203, 0.103, 0.157, 0.229],
        ]
    )
    first = np.array([952.207, 171.411, 621.659, 776.562, 6422.693, 171.411])
    return impl.mix(table, np.stack([first, 1000 * rng.normal(size=6), 1000 * rng.normal(size=6)], axis=1))


@check("mix takes the weights as they are, also if they do not add up to 1", axes="new d")
def weights_as_they_are(impl, rng):
    return impl.mix(rng.normal(size=(4, 5)) + 1.0, rng.normal(size=(5, 3)))


@check("weights are the softmax of each word's dot products with all words", axes="word word")
def weights_from_dot_products(impl, rng):
    return impl.similarity_weights(0.8 * rng.normal(size=(5, 3)))


@check("with scaled=True the dot products are divided by √d first", axes="word word")
def scaled_weights(impl, rng):
    return impl.similarity_weights(0.8 * rng.normal(size=(5, 7)), scaled=True)


@check(
    "together: a word's new vector depends on its sentence, with and without scaling",
    axes="word d; word d; word d",
    follows="weights_from_dot_products",
)
def depends_on_the_sentence(impl, rng):
    bank, others, more = 0.9 * rng.normal(size=3), 0.9 * rng.normal(size=(2, 3)), 0.9 * rng.normal(size=(3, 3))
    short, long = np.vstack([others[:1], bank, others[1:]]), np.vstack([more, bank])
    plain = impl.contextual_embeddings(short.copy()), impl.contextual_embeddings(long.copy())
    return *plain, impl.contextual_embeddings(long.copy(), scaled=True)


@check(
    "together: shuffled words give the same vectors, shuffled alike; a word said twice gets one vector twice",
    axes="word d; word d",
    follows="depends_on_the_sentence",
)
def order_makes_no_difference(impl, rng):
    your_cat_is_a_lovely_cat = 0.8 * rng.normal(size=(5, 3))[[0, 1, 2, 3, 4, 1]]
    shuffled = your_cat_is_a_lovely_cat[rng.permutation(6)]
    return impl.contextual_embeddings(your_cat_is_a_lovely_cat), impl.contextual_embeddings(shuffled)


@check("the leak is what each word takes from the words after it", axes="word")
def leak_of_each_word(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 5)) + np.eye(5)
    return impl.weight_on_later_words(shares / shares.sum(axis=1, keepdims=True))


@check("mix leaves the caller's embeddings as they were", axes="new d; word d", follows="rows_are_recipes")
def leaves_embeddings_alone(impl, rng):
    embeddings = rng.normal(size=(4, 3))
    return impl.mix(rng.uniform(0.1, 0.9, size=(4, 4)), embeddings), embeddings
