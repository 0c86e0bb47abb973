import numpy as np

from grader.checks import check

WORDS = ["show", "me", "photos", "battery", "program", "ran", "down", "whether", "log"]

# The three texts of the statement.
TEXTS = ["the cat sat on the mat", "the cat ran", "the dog sat"]
ENTRIES = ["the", "cat", "sat", "on", "mat", "ran", "dog"]
COUNTS = np.array([[2, 1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 1, 0], [1, 0, 1, 0, 0, 0, 1]])
IDF = np.log(3 / np.array([3, 2, 2, 1, 1, 1, 1]))


def whole_counts(rng, documents, words):
    """A table of counts in which every text has words, and every word is in some of the texts but not in all."""
    counts = rng.randint(1, 6, size=(documents, words))
    for word in range(words):
        missing = 1 + word % (documents - 1)
        counts[rng.permutation(documents)[:missing], word] = 0
    counts[:, 0] = 0
    counts[rng.permutation(documents)[:-1], 0] = 2
    counts[counts.sum(axis=1) == 0, 1] = 3
    return counts[:, rng.permutation(words)].astype(float)


@check(
    "each word of the vocabulary is counted in each text",
    parts="printed texts: document word; other texts: document word; one text: document word",
)
def each_word_is_counted(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:5]]
    a, b, c, d, e = vocabulary
    others = [f"{a} {b}\t{a} {d}", f"{d}", f"{c} {b}\n{d} {b} {b}", f"{e} {a}", f"{b}"]
    return (
        impl.unigram_counts(TEXTS, ENTRIES),
        impl.unigram_counts(others, vocabulary),
        impl.unigram_counts([f"{c} {e} {c}"], vocabulary),
    )


@check("only whole words count, and only those of the vocabulary", axes="document word")
def only_whole_known_words(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(["the", "cat", "sat", "on", "mat"])]
    return impl.unigram_counts(["the cat sat on the mat", "another cat concatenates the catalogue"], vocabulary)


@check("each pair of neighbours is counted, first word before second", axes="document first second")
def each_pair_is_counted(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:5]]
    a, b, c, d, _ = vocabulary
    return impl.bigram_counts([f"{a} {b} {c} {a} {b} {d} {d} {d} {d}", f"{d}  {c} {b}"], vocabulary)


@check(
    "bigrams tell who killed whom",
    parts="together: document first second; the second alone: document first second",
)
def bigrams_tell_who_killed(impl, rng):
    texts, vocabulary = ["nithish killed lion", "lion killed nithish"], ["nithish", "killed", "lion"]
    return impl.bigram_counts(texts, vocabulary), impl.bigram_counts(texts[1:], vocabulary)


@check("an unknown word is in no pair, and its neighbours do not become one", axes="document first second")
def unknown_word_breaks_the_pair(impl, rng):
    *vocabulary, unknown = (str(word) for word in rng.permutation(WORDS)[:5])
    a, b, c, d = vocabulary
    return impl.bigram_counts([f"{a} {b} {unknown} {c} {d}", f"{unknown} {d} {b}", f"{c} {a} {unknown}"], vocabulary)


@check(
    "idf is ln(N / df), df the number of texts with the word",
    parts="printed texts: word; six texts: word; one word: word",
)
def rare_words_weigh_more(impl, rng):
    six = np.insert(whole_counts(rng, 5, 6), 2, 0.0, axis=0)  # the third of the six texts is empty
    return impl.idf(COUNTS), impl.idf(six), impl.idf(six[:, :1])


@check("a word that is in every text has idf 0, and so has a word that is in none", axes="word")
def everywhere_and_nowhere(impl, rng):
    counts = whole_counts(rng, 4, 7)
    everywhere, nowhere = rng.permutation(7)[:2]
    counts[:, everywhere] = [1, 2, 1, 3]
    counts[:, nowhere] = 0
    return impl.idf(counts)


@check(
    "TF-IDF is the word's share of its text, times its idf",
    parts="printed texts: document word; other texts: document word; one text: document word",
)
def share_times_rarity(impl, rng):
    counts, rarity = whole_counts(rng, 6, 6), rng.uniform(0.1, 2.0, size=6)
    return impl.tf_idf(COUNTS, IDF), impl.tf_idf(counts, rarity), impl.tf_idf(counts[:1], rarity)


@check(
    "a text written twice has the same weights as the text itself", axes="document word", follows="share_times_rarity"
)
def said_twice_weighs_the_same(impl, rng):
    counts = whole_counts(rng, 4, 7)
    return impl.tf_idf(np.vstack([counts[0], 2 * counts[0], counts[1:]]), rng.uniform(0.1, 2.0, size=7))


@check("a text without a counted word has a row of zeros", axes="document word", follows="share_times_rarity")
def empty_text_is_zeros(impl, rng):
    counts = whole_counts(rng, 5, 7)
    counts[2] = 0
    return impl.tf_idf(counts, rng.uniform(0.1, 2.0, size=7))
