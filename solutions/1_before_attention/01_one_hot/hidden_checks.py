import numpy as np

from grader.checks import check

WORDS = ["show", "me", "my", "files", "photos", "please", "directories", "battery", "program", "ran", "down"]


@check(
    "together: a text becomes one-hot rows and comes back word for word",
    parts="vocabulary (word); rows: word column; decoded (word)",
)
def there_and_back(impl, rng):
    words = [str(word) for word in rng.permutation([*WORDS[:6], "gpt2", "café"])[:6]]
    text = [words[place] for place in (2, 0, 3, 2, 5, 1, 4, 0)]
    vocabulary = impl.vocabulary([" ".join(text[:5]), "", " ".join(text[5:])])
    rows = impl.one_hot(text[::-1], vocabulary)
    return vocabulary, rows, impl.decode(rows, vocabulary)


@check("with as many vectors on both sides, each still meets all the others", parts="similarity: a b")
def as_many_as_there_are(impl, rng):
    a, b, c = rng.normal(size=(3, 3, 5))
    whole = rng.randint(-3, 4, size=(3, 5))
    return (
        impl.similarity(a, b),
        impl.similarity(a, c),
        impl.similarity(np.asfortranarray(c), a),
        impl.similarity(whole, b),
    )


@check(
    "a longer text has a row for each of its words, unknown ones included",
    parts="text: word column; another text: word column; larger vocabulary: word column",
)
def longer_text(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:3]]
    texts = [[str(word) for word in rng.choice(WORDS, size=270)] for _ in range(2)]
    many = [f"word{number}" for number in rng.permutation(270)]
    return *(impl.one_hot(text, vocabulary) for text in texts), impl.one_hot([many[265], many[3], many[128]], many)


@check(
    "the vocabulary of a long text holds all its words, and any number of columns is decoded",
    parts="vocabulary (word); decoded (word)",
)
def many_words(impl, rng):
    words = [f"word{number}" for number in rng.permutation(270)]
    sentences = [" ".join(words[start : start + 9]) for start in range(0, 270, 9)]
    return impl.vocabulary(sentences), impl.decode(np.eye(270, dtype=int)[[267, 3, 129]], words)


@check(
    "the products are right for many words, wide rows and small numbers",
    parts="many words: word column; wide rows: word column; many vectors: a b; against many: a b",
)
def many_rows(impl, rng):
    tall, few = 0.1 * rng.normal(size=(270, 3)), 0.1 * rng.normal(size=(2, 270))
    vectors = np.asfortranarray(0.1 * rng.normal(size=(2, 3)))
    return (
        impl.lookup(tall, vectors.T),
        impl.lookup(np.asfortranarray(few), 0.1 * rng.normal(size=(270, 260))),
        impl.similarity(tall, vectors),
        impl.similarity(vectors, tall),
    )
