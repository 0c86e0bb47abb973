# wrong: decode starts at 0 and skips rows without a positive score; one_hot tests `in`, so at is found in cat
import numpy as np


def _f32(x):
    return np.array(x, dtype=np.float32)


def _product(left, right):
    return np.tensordot(_f32(left), _f32(right), axes=([1], [0]))


def _all_words(sentences):
    for sentence in sentences:
        yield from map(str.lower, sentence.split())


def vocabulary(sentences):
    seen = set()
    return [word for word in _all_words(sentences) if not (word in seen or seen.add(word))]


def one_hot(words, vocabulary):
    out = []
    for w in words:
        out.append([1 if w in v else 0 for v in vocabulary])
    return np.array(out, dtype=float).reshape(len(words), len(vocabulary))


def decode(rows, vocabulary):
    result = []
    for row in rows:
        best, best_word = 0, None
        for score, word in zip(row, vocabulary):
            if score > best:
                best, best_word = score, word
        if best_word is not None:
            result.append(best_word)
    return result


def lookup(rows, matrix):
    return _product(rows, matrix)


def similarity(a, b):
    return _product(a, np.transpose(b))
