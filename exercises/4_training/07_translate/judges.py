"""The data of the training check. The words are relabelled on the grader's side: only the pairs tell what they mean."""

from pathlib import Path

import numpy as np

from grader.checks import drawing, given, judge

CHECK = "translates_new_sentences"
HELD_OUT = 500
ENOUGH = 0.9
DRAWN = "<it> i love you very much"


def corpus():
    """The sentences and how many of them are fixed, from provided.py beside this file."""
    path = Path(corpus.__code__.co_filename).with_name("provided.py")
    namespace = {"__name__": "provided"}
    exec(compile(path.read_bytes(), str(path), "exec"), namespace)
    return namespace["corpus"](), len(namespace["FIXED"])


def relabelled(sentences, rng):
    """Rows of ids, PAD (0) at the end, and what each id means. Words have ids from 3 on, in a secret order."""
    words = sorted({word for sentence in sentences for word in sentence.split()})
    ids = dict(zip(words, 3 + rng.permutation(len(words)), strict=True))
    rows = np.zeros((len(sentences), max(len(sentence.split()) for sentence in sentences)), np.int64)
    for row, sentence in zip(rows, sentences, strict=True):
        row[: len(sentence.split())] = [ids[word] for word in sentence.split()]
    return rows, {int(number): word for word, number in ids.items()}


@given(CHECK)
def make(rng):
    """Held-out sentences are new: they occur in no pair. Their translations, and what ids mean, are the secret."""
    sentences, fixed = corpus()
    sources, source_words = relabelled([source for source, _ in sentences], rng)
    targets, target_words = relabelled([target for _, target in sentences], rng)
    order = fixed + rng.permutation(len(sentences) - fixed)
    held, kept = order[:HELD_OUT], np.concatenate([np.arange(fixed), order[HELD_OUT:]])
    kept = rng.permutation(kept)
    inputs = {
        "source": sources[kept],
        "target": targets[kept],
        "new": sources[held],
        "sentence": _words(sources[[source for source, _ in sentences].index(DRAWN)]),
        "source_words": 3 + len(source_words),
        "target_words": 3 + len(target_words),
    }
    return inputs, {"translations": [_words(row) for row in targets[held]], "target": target_words}


def _words(row):
    return [int(word) for word in row if word]


@judge(CHECK)
def judge_translations(value, reference, secret):
    del reference  # a right model need not make the reference's mistakes
    mine, theirs = value["translations"], secret["translations"]
    if len(mine) != len(theirs):
        return f"{len(mine)} translations for {len(theirs)} sentences"
    right = sum([int(word) for word in one] == other for one, other in zip(mine, theirs, strict=True))
    if right >= ENOUGH * len(theirs):
        return None
    share = f"{right} of {len(theirs)} ({right / len(theirs):.0%})"
    return f"{share} new sentences are translated exactly; {ENOUGH:.0%} are needed"


@drawing(CHECK)
def heat_map(value, secret):
    """Each word of a translation, and where in the source the model looked when it said it."""
    words = [secret["target"].get(word, "?") for word in value["picture"]["words"]]
    return {
        "title": f"{DRAWN.partition(' ')[2]} → {' '.join(words)}: where each word looks",
        "rows": [*words, "(end)"],
        "columns": ["(start)", *DRAWN.split(), "(end)"],
        "values": value["picture"]["weights"],
    }
