"""The data of the training check. The words are relabelled on the grader's side: only the pairs tell what they mean."""

from pathlib import Path

import numpy as np

from grader.checks import given, judge

CHECK = "translates_new_sentences"
HELD_OUT = 500
ENOUGH = 0.9


def corpus():
    """The sentences and how many of them are fixed, from provided.py beside this file."""
    path = Path(corpus.__code__.co_filename).with_name("provided.py")
    namespace = {"__name__": "provided"}
    exec(compile(path.read_bytes(), str(path), "exec"), namespace)
    return namespace["corpus"](), len(namespace["FIXED"])


def relabelled(sentences, rng):
    """Rows of ids, PAD (0) at the end, and how many ids there are. Words have ids from 3 on, in a secret order."""
    words = sorted({word for sentence in sentences for word in sentence.split()})
    ids = dict(zip(words, 3 + rng.permutation(len(words)), strict=True))
    rows = np.zeros((len(sentences), max(len(sentence.split()) for sentence in sentences)), np.int64)
    for row, sentence in zip(rows, sentences, strict=True):
        row[: len(sentence.split())] = [ids[word] for word in sentence.split()]
    return rows, 3 + len(words)


@given(CHECK)
def make(rng):
    """Held-out sentences are new: they occur in no pair. Their translations are the secret."""
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
        "source_words": source_words,
        "target_words": target_words,
    }
    return inputs, [[int(word) for word in row if word] for row in targets[held]]


@judge(CHECK)
def judge_translations(value, reference, secret):
    del reference  # a right model need not make the reference's mistakes
    if len(value) != len(secret):
        return f"{len(value)} translations for {len(secret)} sentences"
    right = sum([int(word) for word in mine] == theirs for mine, theirs in zip(value, secret, strict=True))
    if right >= ENOUGH * len(secret):
        return None
    share = f"{right} of {len(secret)} ({right / len(secret):.0%})"
    return f"{share} new sentences are translated exactly; {ENOUGH:.0%} are needed"
