import numpy as np

from grader.checks import check

WORDS = ["check", "whether", "the", "battery", "program", "ran", "down", "please", "and", "log", "find", "it"]


@check("transition probabilities of a larger corpus are right", axes="current next")
def larger_corpus(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)]
    sentences = [" ".join(str(word) for word in rng.choice(WORDS[:9], size=size)) for size in (11, 7, 13, 5, 8)]
    return impl.transition_matrix(sentences, vocabulary)


@check("sentences of one or two words add no step to the second order", axes="previous current next")
def sentences_of_one_word(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)[:5]]
    a, b, c, d, e = vocabulary
    return impl.second_order_matrix([a, f"{b} {c}", f"{d} {b} {c} {a} {a}", e, f"{b} {c} {e}"], vocabulary)


@check("together: the second order is sure where the first is not", axes="word; word; word")
def second_order_is_surer(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS[:8])]
    often = int(rng.randint(2, 5))
    sentences = ["check whether the battery ran down please"] * often + ["check whether the program ran please"]
    first = np.asarray(impl.transition_matrix(sentences, vocabulary))
    second = np.asarray(impl.second_order_matrix(sentences, vocabulary))
    text = "check whether the program ran"
    return (
        impl.next_word(first, text, vocabulary),
        impl.next_word(second, text, vocabulary),
        impl.next_word(second, "check whether the", vocabulary),
    )
