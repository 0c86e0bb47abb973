"""most_likely_words stops at <eos>.

Stopping belongs to decoding. Here every position gets its word, and <eos> is a word like the others.
"""


def most_likely_words(logits, vocabulary):
    words = [vocabulary[v] for v in logits.argmax(axis=-1)]
    return words[: words.index("<eos>")] if "<eos>" in words else words
