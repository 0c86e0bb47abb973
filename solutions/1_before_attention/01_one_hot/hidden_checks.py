from grader.checks import check

WORDS = ["show", "me", "my", "files", "photos", "please", "directories", "battery", "program", "ran", "down"]


@check("together: a text becomes one-hot rows and comes back word for word")
def there_and_back(impl, rng):
    words = [str(word) for word in rng.permutation(WORDS)[:6]]
    text = [words[place] for place in (2, 0, 3, 2, 5, 1, 4, 0)]
    vocabulary = impl.vocabulary([" ".join(text[:5]), " ".join(text[5:])])
    rows = impl.one_hot(text[::-1], vocabulary)
    return vocabulary, rows, impl.decode(rows, vocabulary)


@check("with as many vectors on both sides, each still meets all the others", axes="a b")
def as_many_as_there_are(impl, rng):
    return impl.similarity(rng.normal(size=(3, 5)), rng.normal(size=(3, 5)))


@check("a longer text has a row for each of its words, unknown ones included", axes="word column")
def longer_text(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:7]]
    words = [str(word) for word in rng.choice(WORDS, size=15)]
    return impl.one_hot(words, vocabulary)
