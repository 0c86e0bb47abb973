"""What the capstone provides: the sentences, the special ids, a progress line and a look into an attention.

The corpus is made by a small grammar, so that nothing has to be downloaded and everything about it is known. English
is translated into Italian and into Hindi; the first word of the source, <it> or <hi>, says into which.

    Italian   i love you very much            → ti amo molto
              he does not see them today      → non li vede oggi
              your cat is a lovely cat        → il tuo gatto è un gatto adorabile
    Hindi     i like eating ice-cream         → मुझे आइसक्रीम खाना पसंद है
              their tea is not hot            → उनकी चाय गरम नहीं है
              how is her milk ?               → उसका दूध कैसा है ?

No word can be translated alone: Italian puts the object before the verb and leaves the subject out, but the verb
shows it; articles, possessives and question words agree with the noun; Hindi puts the verb last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the sentences can be had without torch
    from torch import Tensor, nn

PAD, SOS, EOS = 0, 1, 2  # the same in both vocabularies; words have the ids from 3 on

# Sentences that stand alone: they come from the lectures and are always in the training set.
FIXED = (
    ("<hi> how are you ?", "आप कैसे हैं ?"),
    ("<hi> congratulations", "बधाई हो"),
    ("<hi> thank you", "धन्यवाद"),
    ("<hi> i am fine", "मैं बढ़िया हूँ"),
    ("<it> how are you ?", "come stai ?"),
    ("<it> congratulations", "congratulazioni"),
    ("<it> thank you", "grazie"),
    ("<it> i am fine", "sto bene"),
)

# Italian: subject, object, verb in six persons.
SUBJECTS = ("i", "you", "he", "she", "we", "they")
OBJECTS = {"me": "mi", "you": "ti", "him": "lo", "her": "la", "us": "ci", "them": "li"}
SAME_PERSON = {("i", "me"), ("i", "us"), ("you", "you"), ("we", "us"), ("we", "me")}
VERBS = {
    "love": "amo ami ama ama amiamo amano",
    "see": "vedo vedi vede vede vediamo vedono",
    "thank": "ringrazio ringrazi ringrazia ringrazia ringraziamo ringraziano",
    "help": "aiuto aiuti aiuta aiuta aiutiamo aiutano",
    "hear": "sento senti sente sente sentiamo sentono",
}
ADVERBS = {"": "", "often": "spesso", "today": "oggi", "always": "sempre", "very much": "molto"}
# Italian: possessive, noun (masculine or feminine), adjective.
OWNERS = {"my": "mio mia", "your": "tuo tua", "his": "suo sua", "her": "suo sua", "our": "nostro nostra"}
THINGS = {"cat": "m gatto", "dog": "m cane", "book": "m libro", "house": "f casa", "car": "f macchina"}
QUALITIES = {"lovely": "adorabile", "large": "grande", "special": "speciale", "elegant": "elegante"}

# Hindi: who likes, doing what.
LIKERS = {"i": "मुझे", "you": "आपको", "he": "उसे", "she": "उसे", "we": "हमें", "they": "उन्हें"}
ACTIONS = {
    "eating": ("खाना", ("ice-cream", "rice", "bread", "fruit")),
    "drinking": ("पीना", ("tea", "milk", "water")),
    "buying": ("ख़रीदना", ("ice-cream", "rice", "bread", "fruit", "tea", "milk", "water")),
    "making": ("बनाना", ("ice-cream", "rice", "bread", "tea")),
    "selling": ("बेचना", ("ice-cream", "rice", "bread", "fruit", "tea", "milk", "water")),
}
FOODS = {
    "ice-cream": "f आइसक्रीम", "rice": "m चावल", "bread": "f रोटी", "fruit": "m फल",
    "tea": "f चाय", "milk": "m दूध", "water": "m पानी",
}  # fmt: skip
# Hindi: possessive (before a masculine, before a feminine noun), state.
HOLDERS = {
    "my": "मेरा मेरी", "your": "आपका आपकी", "his": "उसका उसकी", "her": "उसका उसकी",
    "our": "हमारा हमारी", "their": "उनका उनकी",
}  # fmt: skip
STATES = {"hot": "गरम", "ready": "तैयार", "clean": "साफ़", "spoiled": "ख़राब"}


def corpus() -> list[tuple[str, str]]:
    """All sentences of the grammar with their translations, always in the same order; no source occurs twice."""
    parts = (FIXED, _clitics(), _qualities(), _likes(), _states())
    return [(" ".join(source.split()), " ".join(target.split())) for part in parts for source, target in part]


def _clitics() -> Iterator[tuple[str, str]]:
    """i love you very much → ti amo molto"""
    for subject, other, verb, adverb in product(SUBJECTS, OBJECTS, VERBS, ADVERBS):
        if (subject, other) in SAME_PERSON or (adverb == "very much" and verb in ("see", "hear")):
            continue
        third, form = subject in ("he", "she"), VERBS[verb].split()[SUBJECTS.index(subject)]
        spoken = verb + "s" if third else verb
        yield f"<it> {subject} {spoken} {other} {adverb}", f"{OBJECTS[other]} {form} {ADVERBS[adverb]}"
        never = f"{'does' if third else 'do'} not {verb}"
        yield f"<it> {subject} {never} {other} {adverb}", f"non {OBJECTS[other]} {form} {ADVERBS[adverb]}"


def _qualities() -> Iterator[tuple[str, str]]:
    """your cat is a lovely cat → il tuo gatto è un gatto adorabile"""
    for owner, thing, quality in product(OWNERS, THINGS, QUALITIES):
        gender, noun = THINGS[thing].split()
        feminine = gender == "f"
        owned = f"{'la' if feminine else 'il'} {OWNERS[owner].split()[feminine]} {noun}"
        a = "una" if feminine else "un"
        for is_not, no in (("", ""), ("not", "non")):
            yield f"<it> {owner} {thing} is {is_not} {quality}", f"{owned} {no} è {QUALITIES[quality]}"
            yield (
                f"<it> {owner} {thing} is {is_not} a {quality} {thing}",
                f"{owned} {no} è {a} {noun} {QUALITIES[quality]}",
            )


def _likes() -> Iterator[tuple[str, str]]:
    """i like eating ice-cream → मुझे आइसक्रीम खाना पसंद है"""
    for liker, (action, (doing, foods)) in product(LIKERS, ACTIONS.items()):
        third = liker in ("he", "she")
        for food in foods:
            what = f"{LIKERS[liker]} {FOODS[food].split()[1]} {doing} पसंद"
            yield f"<hi> {liker} {'likes' if third else 'like'} {action} {food}", f"{what} है"
            yield f"<hi> {liker} {'does' if third else 'do'} not like {action} {food}", f"{what} नहीं है"


def _states() -> Iterator[tuple[str, str]]:
    """their tea is not hot → उनकी चाय गरम नहीं है"""
    for holder, food in product(HOLDERS, FOODS):
        gender, noun = FOODS[food].split()
        feminine = gender == "f"
        held = f"{HOLDERS[holder].split()[feminine]} {noun}"
        yield f"<hi> how is {holder} {food} ?", f"{held} {'कैसी' if feminine else 'कैसा'} है ?"
        for state, word in STATES.items():
            yield f"<hi> {holder} {food} is {state}", f"{held} {word} है"
            yield f"<hi> {holder} {food} is not {state}", f"{held} {word} नहीं है"


class Enough(Exception):
    """Ends a training early: a check has seen enough of it."""


def progress(step: int, steps: int, loss: float) -> None:
    """Call it after every step: now and then it prints a line, which the grader shows as a bar."""
    if step % 50 == 0 or step == steps:
        print(f"step {step:5d} of {steps}   loss {loss:.4f}", flush=True)
    if step >= getattr(progress, "enough", step + 1):
        raise Enough


@contextmanager
def watched(attention: nn.MultiheadAttention) -> Iterator[list[Tensor]]:
    """A list that fills with the weights (batch, query, key) of every call of `attention` inside the `with` block."""
    seen: list[Tensor] = []
    asks = attention.register_forward_pre_hook(
        lambda _, args, kwargs: (args, {**kwargs, "need_weights": True}), with_kwargs=True
    )
    keeps = attention.register_forward_hook(lambda _module, _args, result: seen.append(result[1]))
    try:
        yield seen
    finally:
        asks.remove()
        keeps.remove()
