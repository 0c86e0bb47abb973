import numpy as np

from grader.checks import check

WORDS = ["check", "whether", "the", "battery", "program", "ran", "down", "please", "and", "log", "find"]


@check(
    "together: shuffling a text changes its bigrams and not its unigrams",
    parts="unigrams: document word; bigrams: document first second",
)
def shuffled_texts(impl, rng):
    vocabulary = ["a", *(str(word) for word in rng.permutation(WORDS)[:5])]
    words = ["a", "a", *(str(word) for word in rng.choice(WORDS, size=23))]
    texts = [" ".join(str(word) for word in rng.permutation(words)) for _ in range(3)]
    texts += ["", texts[0], f"{vocabulary[1]} a {vocabulary[2]}"]
    return impl.unigram_counts(texts, vocabulary), impl.bigram_counts(texts, vocabulary)


@check(
    "a text of one word, or of none, has no pairs, and no collection gets the counts of another",
    parts="texts: document first second; other texts: document first second",
)
def short_texts(impl, rng):
    a, b, c = (str(word) for word in rng.permutation(WORDS)[:3])
    texts = [b, "", f"{a}\t{b}", f"{c} {c}"]
    return impl.bigram_counts(texts, [c, a, b]), impl.bigram_counts([f"{b}\r\n{a} {c}", *texts[1:]], [c, a, b])


@check(
    "counts may be integers, and texts as short as one word",
    parts="one idf: document word; another idf: document word",
)
def integer_counts(impl, rng):
    counts = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0], [2, 0, 3], [0, 1, 1]])
    return tuple(impl.tf_idf(counts, rarity) for rarity in rng.uniform(0.1, 2.0, size=(2, 3)))


@check(
    "together: texts are weighted with the idf of an older collection",
    parts="idf: word; weights: document word",
)
def from_words_to_weights(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)]
    older, newer = (
        [" ".join(str(word) for word in rng.choice(WORDS, size=size)) for size in sizes]
        for sizes in ((4, 7, 5, 9), (6, 3))
    )
    rarity = np.asarray(impl.idf(np.asarray(impl.unigram_counts(older, vocabulary))))
    return rarity, impl.tf_idf(np.asarray(impl.unigram_counts(newer, vocabulary)), rarity)


@check(
    "many texts, long texts and many different words are counted",
    parts="texts: document word; other texts: document word; words: document word",
)
def many_words(impl, rng):
    a, b, c = (str(word) for word in rng.permutation(WORDS)[:3])
    often = " ".join([a] * int(rng.randint(300, 400)))
    texts = [f"{b} {often}", *(str(word) for word in rng.choice([a, b, c], size=269))]
    vocabulary = [f"word{number}" for number in rng.permutation(270)]
    found = impl.unigram_counts(texts, [c, b, a]), impl.unigram_counts(texts[::-1], [c, b, a])
    return *found, impl.unigram_counts([" ".join(vocabulary[200:])], vocabulary)


@check(
    "pairs are counted in a long text, and among many different words",
    parts="long text: document first second; many words: document first second",
)
def many_pairs(impl, rng):
    a, b, c = (str(word) for word in rng.permutation(WORDS)[:3])
    often = " ".join([a] * int(rng.randint(300, 400)))
    vocabulary = [f"word{number}" for number in rng.permutation(260)]
    text = " ".join(vocabulary[place] for place in (258, 3, 259, 257, 0))
    return impl.bigram_counts([f"{c} {often} {b}"], [b, a, c]), impl.bigram_counts([text], vocabulary)


@check(
    "in a large collection a word that is in nearly every text weighs nearly nothing",
    parts="many texts: word; many words: word; as many others: word; one text: word",
)
def large_collection(impl, rng):
    counts = rng.randint(1, 4, size=(300, 3))
    counts[rng.permutation(300)[:2], 0] = 0
    counts[rng.permutation(300)[:4], 2] = 0
    words, others = rng.randint(0, 2, size=(2, 2, 270))
    return impl.idf(counts), impl.idf(words), impl.idf(others), impl.idf(rng.randint(0, 3, size=(1, 7)))


@check(
    "weights are right for many texts and for many words",
    parts="many texts: document word; many words: document word",
)
def many_weights(impl, rng):
    texts, words = 50_000 * rng.randint(0, 4, size=(270, 3)), rng.randint(0, 4, size=(2, 300))
    return impl.tf_idf(texts, rng.uniform(6.0, 12.0, size=3)), impl.tf_idf(words, rng.uniform(0.1, 2.0, size=300))
