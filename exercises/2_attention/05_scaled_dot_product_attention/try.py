"""Attention over the words of a sentence, by what is known of them without training: how they are spelled."""

import numpy as np

EXAMPLE = "she walks and he walked while walking"
MOST = 8
SHARPNESS = 3.0  # the score of two words that are spelled alike


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    words = given["text"].split()
    if not 2 <= len(words) <= MOST or any(len(word) > 20 for word in words):
        return f"type from 2 to {MOST} words of up to 20 letters, such as: {EXAMPLE}"
    vectors = spelling(words)
    d_k = vectors.shape[1]
    stretched = vectors * np.sqrt(SHARPNESS * np.sqrt(d_k))  # so that scores, divided by √d_k, reach SHARPNESS
    outputs, weights = impl.attention(stretched, stretched, vectors)
    weights = np.asarray(weights, float)
    others = weights - 2 * np.eye(len(words))
    pairs = [
        f"{word} → {words[int(np.argmax(row))]} {weights[at].flat[int(np.argmax(row))]:.2f}"
        for at, (word, row) in enumerate(zip(words, others, strict=True))
    ]
    return [
        f"Each word is a vector of its {d_k} possible pairs of letters, so words that are spelled alike look at each "
        "other. A trained model learns vectors where words that belong together do.",
        {"title": "weights", "axes": ("query", "key"), "rows": words, "columns": words, "values": weights},
        "The word that each looks at most, apart from itself: " + ", ".join(pairs) + ".",
        f"queries {stretched.shape}, weights {weights.shape}, outputs {np.shape(outputs)}",
    ]


def spelling(words):
    """(word, pair of letters), each row of length 1."""
    pairs = [[f"{a}{b}" for a, b in zip(f" {word.lower()}", f"{word.lower()} ", strict=True)] for word in words]
    known = sorted({pair for each in pairs for pair in each})
    counts = np.array([[each.count(pair) for pair in known] for each in pairs], float)
    return counts / np.linalg.norm(counts, axis=1, keepdims=True)
