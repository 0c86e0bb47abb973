# right: plain Python loops over floats, math.exp and math.fsum, arrays only at the very end.
import math

import numpy as np


def static_embedding(meanings, counts):
    total = math.fsum(float(c) for c in counts)
    width = meanings.shape[1]
    return np.array([
        math.fsum(float(c) * float(m[k]) for m, c in zip(meanings, counts)) / total for k in range(width)
    ])


def mix(weights, embeddings):
    new, word = weights.shape
    d = embeddings.shape[1]
    out = np.empty((new, d), dtype=np.float64)
    for i in range(new):
        for k in range(d):
            out[i, k] = math.fsum(float(weights[i, j]) * float(embeddings[j, k]) for j in range(word))
    return out


def similarity_weights(embeddings, scaled=False):
    vectors = [[float(v) for v in row] for row in embeddings]
    root = math.sqrt(len(vectors[0])) if scaled else 1.0
    table = []
    for a in vectors:
        exps = [math.exp(math.fsum(p * q for p, q in zip(a, b)) / root) for b in vectors]
        s = math.fsum(exps)
        table.append([e / s for e in exps])
    return np.array(table)


def contextual_embeddings(embeddings, scaled=False):
    return mix(similarity_weights(embeddings, scaled), embeddings)


def weight_on_later_words(weights):
    leak = []
    for i in range(len(weights)):
        leak.append(math.fsum(float(w) for w in weights[i][i + 1:]))
    return np.array(leak)
