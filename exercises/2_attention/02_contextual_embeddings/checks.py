import numpy as np

from grader.checks import check

FINANCE = np.array([[2, 0], [1, 1], [1, 0]])  # money, bank, grows: [finance, nature]
NATURE = np.array([[0, 2], [1, 1], [0, 1]])  # river, bank, flows
KING_QUEEN = np.array([[0.6, 0.1, 1.0, 0.9], [0.3, 0.2, 0.9, 1.0]])


@check(
    "a static embedding averages the meanings, each as often as it is used",
    parts="apple: d; three meanings: d; other counts: d; as many meanings as numbers: d; one number: d",
)
def average_meaning(impl, rng):
    apple = impl.static_embedding(np.eye(2), np.array([9000, 1000]))
    meanings, counts = rng.normal(size=(3, 5)), np.array([9, 4, 1]) * rng.randint(90, 110)
    square = impl.static_embedding(rng.normal(size=(4, 4)), rng.randint(1, 20, size=4))
    one = impl.static_embedding(rng.normal(size=(3, 1)), counts)
    return (
        apple,
        impl.static_embedding(meanings, counts),
        impl.static_embedding(meanings, counts[[2, 0, 1]]),
        square,
        one,
    )


@check(
    "each row of weights is the recipe of one new vector",
    parts="five words: new d; other embeddings: new d; as many words as numbers: new d; one number: new d",
)
def rows_are_recipes(impl, rng):
    shares = rng.uniform(0.1, 1.0, size=(5, 5)) + 2 * np.eye(5)
    weights = shares / shares.sum(axis=1, keepdims=True)
    one, (embeddings, others) = impl.mix(weights[:1], rng.normal(size=(5, 1))), rng.normal(size=(2, 5, 3))
    return impl.mix(weights, embeddings), impl.mix(weights, others), impl.mix(weights, rng.normal(size=(5, 5))), one


@check(
    "the printed weights give 'bank' two vectors, one in each sentence",
    parts="money bank grows: word d; river bank flows: word d; other embeddings: word d",
)
def bank_in_two_sentences(impl, rng):
    finance = np.array([[0.7, 0.2, 0.1], [0.25, 0.7, 0.05], [0.1, 0.2, 0.7]])
    nature = np.array([[0.8, 0.15, 0.05], [0.2, 0.78, 0.02], [0.4, 0.01, 0.59]])
    return impl.mix(finance, FINANCE), impl.mix(nature, NATURE), impl.mix(nature, rng.normal(size=(3, 4)))


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


@check(
    "mix uses the weights as they are, even if they do not add up to 1",
    parts="dot products of money bank grows: new d; four new vectors: new d",
)
def weights_as_they_are(impl, rng):
    dot_products = FINANCE @ FINANCE.T
    return impl.mix(dot_products, FINANCE), impl.mix(rng.normal(size=(4, 5)) + 1.0, rng.normal(size=(5, 3)))


@check(
    "weights are the softmax of each word's dot products with all words",
    parts="money bank grows: word word; king queen: word word; five words: word word; "
    "as many words as numbers: word word; one word: word word",
)
def weights_from_dot_products(impl, rng):
    random = 0.8 * rng.normal(size=(5, 3)), 0.8 * rng.normal(size=(4, 4)), rng.normal(size=(1, 3))
    return [impl.similarity_weights(embeddings) for embeddings in (FINANCE, KING_QUEEN, *random)]


@check("words at right angles have the score 0, which is a score like any other", axes="word word")
def right_angles(impl, rng):
    embeddings = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, -1.0]])
    return impl.similarity_weights(embeddings * rng.uniform(0.6, 1.4, size=3))


@check(
    "with scaled=True the dot products are divided by √d first",
    parts="money bank grows: word word; five words: word word; as many words as numbers: word word",
)
def scaled_weights(impl, rng):
    random = 0.8 * rng.normal(size=(5, 7)), 0.8 * rng.normal(size=(4, 4))
    return [impl.similarity_weights(embeddings, scaled=True) for embeddings in (FINANCE, *random)]


@check(
    "together: a word's new vector depends on its sentence, with and without scaling",
    parts="money bank grows: word d; river bank flows: word d; three words: word d; four words: word d; "
    "four words scaled: word d; one word: word d",
    follows="weights_from_dot_products",
)
def depends_on_the_sentence(impl, rng):
    bank, others, more = 0.9 * rng.normal(size=4), 0.9 * rng.normal(size=(2, 4)), 0.9 * rng.normal(size=(3, 4))
    three, four = np.vstack([others[:1], bank, others[1:]]), np.vstack([more, bank])
    plain = [impl.contextual_embeddings(embeddings) for embeddings in (FINANCE, NATURE, three, four)]
    return *plain, impl.contextual_embeddings(four, scaled=True), impl.contextual_embeddings(four[:1])


@check(
    "together: shuffled words give the same vectors, shuffled alike; a repeated word gets the same vector twice",
    parts="sentence: word d; shuffled sentence: word d",
    follows="depends_on_the_sentence",
)
def order_makes_no_difference(impl, rng):
    your_cat_is_a_lovely_cat = 0.8 * rng.normal(size=(5, 3))[[0, 1, 2, 3, 4, 1]]
    shuffled = your_cat_is_a_lovely_cat[rng.permutation(6)]
    return impl.contextual_embeddings(your_cat_is_a_lovely_cat), impl.contextual_embeddings(shuffled)


@check(
    "the leak is the sum of each word's weights on the words after it",
    parts="aap kaise hain: word; five words: word; rows that do not add up to 1: word; one word: word",
)
def leak_of_each_word(impl, rng):
    aap_kaise_hain = np.array([[0.8, 0.1, 0.1], [0.15, 0.75, 0.1], [0.1, 0.2, 0.7]])
    shares, others = rng.uniform(0.1, 1.0, size=(2, 5, 5)) + np.eye(5)
    five = shares / shares.sum(axis=1, keepdims=True)
    return [impl.weight_on_later_words(weights) for weights in (aap_kaise_hain, five, others, five[:1, :1])]
