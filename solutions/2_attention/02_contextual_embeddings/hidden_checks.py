import numpy as np

from grader.checks import check


def transposed(rng, rows, columns, scale=1.0):
    """A matrix with a zero, as a view that is not contiguous in memory."""
    matrix = rng.normal(0, scale, size=(columns, rows)).T
    matrix[0, 1] = 0.0
    return matrix


@check(
    "sentences of one, two, nine and 260 words, and wide embeddings",
    parts="one: word d; two: word d; nine: word d; 260: word d; wide: word d",
    seconds=5,
)
def sentences_of_any_length(impl, rng):
    nine = 0.8 * rng.normal(size=(9, 4))
    one, two = impl.contextual_embeddings(nine[:1].copy()), impl.contextual_embeddings(nine[:2].copy(), scaled=True)
    long, wide = transposed(rng, 260, 2, 0.1), transposed(rng, 3, 270, 0.1)
    return (
        one,
        two,
        impl.contextual_embeddings(nine),
        impl.contextual_embeddings(long),
        impl.contextual_embeddings(wide),
    )


@check(
    "weights are right for wide embeddings and for short sentences",
    parts="wide: word word; two words: word word; six words: word word",
)
def weights_of_wide_embeddings(impl, rng):
    wide = impl.similarity_weights(0.5 * rng.normal(size=(4, 17)), scaled=True)
    return wide, impl.similarity_weights(rng.normal(size=(2, 5))), impl.similarity_weights(transposed(rng, 6, 2))


@check(
    "averages of many meanings, of one, of one never seen, and of wide vectors",
    parts="many: d; one: d; wide: d",
)
def average_of_many_meanings(impl, rng):
    meanings, counts = rng.normal(size=(8, 3)), rng.randint(30, 50, size=8)
    counts[rng.randint(8)] = 0
    many = impl.static_embedding(meanings, counts)
    wide = impl.static_embedding(transposed(rng, 2, 280, 0.01), np.array([3, 1]))
    return many, impl.static_embedding(rng.normal(size=(1, 6)), np.array([1])), wide


@check("mix is right for whole numbers, many new vectors, many words and wide embeddings", parts="product: new d")
def mix_of_other_sizes(impl, rng):
    sizes = (270, 3, 2), (2, 270, 3), (2, 3, 270)
    whole = impl.mix(rng.randint(5, 20, size=(2, 3)), rng.randint(5, 20, size=(3, 2)))
    return whole, *(impl.mix(transposed(rng, new, word, 0.1), transposed(rng, word, d, 0.1)) for new, word, d in sizes)


@check("the leak of a long sentence, and of another with small weights", parts="sentence: word")
def leak_of_a_long_sentence(impl, rng):
    weights = 1e-4 * rng.uniform(size=(260, 260)).T
    weights[0, 2] = 0.0
    return impl.weight_on_later_words(rng.uniform(size=(11, 11))), impl.weight_on_later_words(weights)


@check("words, meanings and recipes may be equal: each counts separately, and so does each of two equal weights")
def equal_rows(impl, rng):
    words, recipes, even = 0.8 * rng.normal(size=(5, 4)), rng.uniform(size=(5, 5)), np.full((4, 4), 0.25)
    words[3], recipes[2] = words[1], recipes[0]
    meanings, counts = rng.normal(size=(4, 3)), np.array([7, 2, 7, 3])
    meanings[3] = meanings[0]
    return {
        "static": impl.static_embedding(meanings, counts),
        "mix": impl.mix(recipes, words),
        "similarity": impl.similarity_weights(words),
        "contextual": impl.contextual_embeddings(words, scaled=True),
        "leak": impl.weight_on_later_words(recipes),
        "leak of even weights": impl.weight_on_later_words(even),
    }


@check("with integers nothing is cut off, and weights may be negative or more than 1")
def whole_and_negative(impl, rng):
    whole, parts = rng.randint(-2, 3, size=(3, 2)), rng.uniform(-1, 1, size=(3, 3))
    return {
        "static": impl.static_embedding(rng.randint(-9, 9, size=(3, 2)), np.array([70000, 20000, 10001])),
        "one meaning": impl.static_embedding(whole[:1], np.array([7])),
        "mix of whole numbers": impl.mix(parts, whole),
        "mix by whole numbers": impl.mix(whole, parts[:2]),
        "similarity, scaled": impl.similarity_weights(whole, scaled=True),
        "contextual, scaled": impl.contextual_embeddings(whole, scaled=True),
        "leak": impl.weight_on_later_words(3 * parts),
        "leak of whole numbers": impl.weight_on_later_words(rng.randint(100, 300, size=(4, 4))),
    }


@check("scaled or not, call after call, for wide and narrow embeddings, and after their numbers have changed")
def scaled_and_not(impl, rng):
    found = {}
    for word, d in (4, 36), (5, 4), (3, 1), (1, 3):
        words = rng.normal(size=(word, d)) / d**0.25
        for name in ("scaled", "not scaled", "changed"):
            flag = name == "scaled"
            found[f"weights, {word} words, d {d}, {name}"] = impl.similarity_weights(words, flag)
            found[f"new, {word} words, d {d}, {name}"] = impl.contextual_embeddings(words, scaled=flag)
            if name == "not scaled":
                words += 0.2
    around = np.array([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.3, 0.2, 0.5]])  # columns add up to 1 as well
    return {**found, "columns that add up to 1": impl.mix(around, rng.normal(size=(3, 2)))}
