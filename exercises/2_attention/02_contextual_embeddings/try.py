"""What the words of a sentence become when each takes something from the others."""

import numpy as np

EXAMPLE = "river bank flows"
FEATURES = ("money", "nature", "food", "technology", "animal", "action")
WORDS = {
    "money": (2, 0, 0, 0, 0, 0),
    "bank": (1, 1, 0, 0, 0, 0),
    "loan": (2, 0, 0, 0, 0, 0.5),
    "pays": (1, 0, 0, 0, 0, 1),
    "grows": (0.5, 0.5, 0, 0, 0, 1),
    "river": (0, 2, 0, 0, 0, 0),
    "water": (0, 1.5, 0.5, 0, 0, 0),
    "flows": (0, 1, 0, 0, 0, 1),
    "fish": (0, 0.5, 1, 0, 1, 0),
    "tree": (0, 1.5, 0.5, 0, 0, 0),
    "apple": (0, 0, 1, 1, 0, 0),
    "juice": (0, 0, 2, 0, 0, 0),
    "sweet": (0, 0, 1.5, 0, 0, 0),
    "phone": (0.5, 0, 0, 2, 0, 0),
    "computer": (0.5, 0, 0, 2, 0, 0),
    "mouse": (0, 0, 0, 1, 1, 0),
    "click": (0, 0, 0, 1, 0, 1),
    "cat": (0, 0, 0, 0, 2, 0),
    "dog": (0, 0, 0, 0, 2, 0),
    "cheese": (0, 0, 2, 0, 0, 0),
    "eats": (0, 0, 1, 0, 0.5, 1),
    "runs": (0, 0, 0, 0.5, 0.5, 1),
    "the": (0, 0, 0, 0, 0, 0),
}
MOST = 8


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    words = given["text"].lower().split()
    unknown = [word for word in words if word not in WORDS]
    if unknown:
        return f"'{unknown[0]}' has no vector here; use: {' '.join(WORDS)}"
    if not 2 <= len(words) <= MOST:
        return f"type from 2 to {MOST} words, such as: {EXAMPLE}"
    vectors = np.array([WORDS[word] for word in words], float)
    weights = np.asarray(impl.similarity_weights(vectors), float)
    mixed = np.asarray(impl.contextual_embeddings(vectors), float)
    panels = [
        {"title": title, "rows": words, "columns": FEATURES, "values": values}
        for title, values in (("before", vectors), ("contextual_embeddings", mixed))
    ]
    return [
        {"title": "similarity_weights", "axes": ("takes", "gives"), "rows": words, "columns": words, "values": weights},
        {"title": "", "panels": panels},
        "Compare 'river bank flows' with 'money bank grows', or 'mouse eats cheese' with 'computer mouse click': the "
        "same word, two vectors.",
    ]
