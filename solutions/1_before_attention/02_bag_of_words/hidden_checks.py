import numpy as np

from grader.checks import check

WORDS = ["check", "whether", "the", "battery", "program", "ran", "down", "please", "and", "log", "find"]


@check(
    "together: shuffling a text changes its bigrams and not its unigrams",
    axes="document word; document first second",
)
def shuffled_texts(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:6]]
    words = [str(word) for word in rng.choice(WORDS, size=25)]
    texts = [" ".join(str(word) for word in rng.permutation(words)) for _ in range(3)]
    return impl.unigram_counts(texts, vocabulary), impl.bigram_counts(texts, vocabulary)


@check("a text of one word, or of none, has no pairs", axes="document first second")
def short_texts(impl, rng):
    a, b, c = (str(word) for word in rng.permutation(WORDS)[:3])
    return impl.bigram_counts([b, "", f"{a} {b}", f"{c} {c}"], [c, a, b])


@check("counts may be integers, and texts as short as one word", axes="document word")
def integer_counts(impl, rng):
    counts = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0], [2, 0, 3], [0, 1, 1]])
    return impl.tf_idf(counts, rng.uniform(0.1, 2.0, size=3))


@check("together: texts are weighed with the idf of an older collection", axes="word; document word")
def from_words_to_weights(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)]
    older, newer = (
        [" ".join(str(word) for word in rng.choice(WORDS, size=size)) for size in sizes]
        for sizes in ((4, 7, 5, 9), (6, 3))
    )
    rarity = np.asarray(impl.idf(np.asarray(impl.unigram_counts(older, vocabulary))))
    return rarity, impl.tf_idf(np.asarray(impl.unigram_counts(newer, vocabulary)), rarity)
