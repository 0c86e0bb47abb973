"""One pair at a time, with the numbers of plain Python."""

import math


def product(a, b):
    return sum(float(x) * float(y) for x, y in zip(a, b, strict=True))


def every_pair(score, s, h):
    return [[score(target, source) for source in h] for target in s]


def dot(s, h):
    return every_pair(product, s, h)


def scaled_dot(s, h):
    return every_pair(lambda target, source: product(target, source) / math.sqrt(len(source)), s, h)


def angle(target, source):
    lengths = math.hypot(*target) * math.hypot(*source)
    return product(target, source) / lengths if lengths > 0 else 0.0


def cosine(s, h):
    return every_pair(angle, s, h)


def general(s, h, W_a):
    return every_pair(lambda target, source: product(target, [product(row, source) for row in W_a]), s, h)


def additive(s, h, W_a, v_a):
    columns = list(zip(*W_a, strict=True))

    def score(target, source):
        joined = [*target, *source]
        return product(v_a, [math.tanh(product(joined, column)) for column in columns])

    return every_pair(score, s, h)


def location(s, W_a):
    rows = []
    for target in s:
        scores = [product(target, column) for column in zip(*W_a, strict=True)]
        exponentials = [math.exp(score - max(scores)) for score in scores]
        rows.append([value / sum(exponentials) for value in exponentials])
    return rows
