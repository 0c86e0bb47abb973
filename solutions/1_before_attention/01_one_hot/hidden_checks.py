import numpy as np

from grader.checks import check

WORDS = ["show", "me", "my", "files", "photos", "please", "directories", "battery", "program", "ran", "down"]


@check(
    "together: a text becomes one-hot rows and comes back word for word",
    parts="vocabulary (word); rows: word column; decoded (word)",
)
def there_and_back(impl, rng):
    words = [str(word) for word in rng.permutation(["show", "me", "a", "2", "café", "counterrevolutionaries"])]
    text = [words[place] for place in (2, 0, 3, 2, 5, 1, 4, 0)]
    vocabulary = impl.vocabulary([" ".join(text[:5]), "", " ".join(text[5:])])
    rows = impl.one_hot(text[::-1], vocabulary)
    return vocabulary, rows, impl.decode(rows, vocabulary)


@check("with equally many vectors on both sides, each is still compared with all the others", parts="similarity: a b")
def as_many_as_there_are(impl, rng):
    a, b, c = rng.normal(size=(3, 3, 5))
    whole = rng.randint(-3, 4, size=(3, 5))
    return (
        impl.similarity(a, b),
        impl.similarity(a, c),
        impl.similarity(np.asfortranarray(1000 * c), a),
        impl.similarity(whole, b),
        impl.similarity(b, whole),
        impl.similarity(a, a),
    )


@check(
    "a longer text has a row for each of its words, unknown ones included",
    parts="text: word column; another text: word column; larger vocabulary: word column; start of a word: word column; "
    "longer word: word column",
)
def longer_text(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:3]]
    texts = [[str(word) for word in rng.choice(WORDS, size=270)] for _ in range(2)]
    many = [f"word{number}" for number in rng.permutation(270)]
    return (
        *(impl.one_hot(text, vocabulary) for text in texts),
        impl.one_hot([many[265], many[3], many[128]], many),
        impl.one_hot(["file", "me"], ["files", "show", "me"]),
        impl.one_hot(["me", "photosphere"], ["me", "show", "photos"]),
    )


@check(
    "the vocabulary of a long text holds all its words, and any number of columns is decoded",
    parts="vocabulary (word); decoded (word); close scores (word)",
)
def many_words(impl, rng):
    words = [f"word{number}" for number in rng.permutation(270)]
    sentences = [" ".join(words[start : start + 9]) for start in range(0, 270, 9)]
    rising, turned = (np.roll(np.arange(5), -rng.randint(4)) for _ in range(2))  # the largest is not the first
    close = np.array([1e-6 * rising, 40_000 + turned / 4])
    decoded = impl.decode(np.eye(270, dtype=int)[[267, 3, 129]], words), impl.decode(close, words[:5])
    return impl.vocabulary(sentences), *decoded


@check(
    "the products are right for many words, wide rows, small numbers and whole weights",
    parts="many words: word column; wide rows: word column; wide vectors: word column; many vectors: a b; "
    "against many: a b; whole weights: word column; weights with a 1: word column",
)
def many_rows(impl, rng):
    tall, few = 0.1 * rng.normal(size=(270, 3)), 0.1 * rng.normal(size=(2, 270))
    vectors = np.asfortranarray(0.1 * rng.normal(size=(2, 3)))
    with_a_one = np.array([rng.permutation([1.0, 0.5, -0.5]) for _ in range(2)])
    return (
        impl.lookup(tall, vectors.T),
        impl.lookup(np.asfortranarray(few), tall),
        impl.lookup(tall[:2], 0.1 * rng.normal(size=(3, 260))),
        impl.similarity(tall, vectors),
        impl.similarity(vectors, tall),
        impl.lookup(rng.randint(-3, 4, size=(4, 2)), vectors),
        impl.lookup(with_a_one, tall[:3]),
    )
