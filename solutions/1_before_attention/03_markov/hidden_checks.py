import numpy as np

from grader.checks import check

WORDS = ["check", "whether", "the", "battery", "program", "ran", "down", "please", "and", "log", "find", "it"]


@check("transition probabilities of a larger corpus are right", axes="current next")
def larger_corpus(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(WORDS)]
    sentences = ["  ".join(str(word) for word in rng.choice(WORDS[:9], size=size)) for size in (11, 7, 13, 5, 8, 1)]
    return impl.transition_matrix(sentences, vocabulary)


@check("sentences of one or two words add no step to the second order", axes="previous current next")
def sentences_of_one_word(impl, rng):
    vocabulary = [str(word) for word in rng.permutation(["ha" * times for times in range(1, 6)])]
    a, b, c, d, e = vocabulary  # two pairs of them, written without a space, can be equal
    return impl.second_order_matrix([a, f"{b} {c}", f"{d}  {b} {c} {a} {a}", e, f"{b} {c} {e}"], vocabulary)


@check(
    "together: the second order is sure where the first is not",
    parts="first order: word; second order: word; second order before the choice: word",
)
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


@check(
    "steps seen hundreds of times are counted",
    parts="first order: current next; second order: previous current next; "
    "first order of others: current next; second order of others: previous current next",
)
def hundreds_of_times(impl, rng):
    a, b, c, d = vocabulary = [str(word) for word in rng.permutation(WORDS)[:4]]
    sentences = [f"{a} {b} {c}"] * int(rng.randint(300, 400)) + [f"{a} {b} {d}", f"{c} {a} {c} {d}"] * 5
    others = [f"{d} {c} {b} {a}", *sentences[250:]]
    return tuple(
        function(some, vocabulary)
        for some in (sentences, others)
        for function in (impl.transition_matrix, impl.second_order_matrix)
    )


@check("a word can be followed by any of hundreds of words", axes="current next")
def hundreds_of_words(impl, rng):
    vocabulary = [f"word{number}" for number in rng.permutation(270)]
    current = vocabulary[rng.randint(260, 270)]
    sentences = [f"{current} {word}" for word in vocabulary]
    return impl.transition_matrix([*sentences, *sentences[200:]], vocabulary)


@check("in second order dozens of words can follow a pair", axes="previous current next")
def dozens_after_a_pair(impl, rng):
    vocabulary = [f"word{number}" for number in rng.permutation(29)]
    previous, current = vocabulary[-1], vocabulary[rng.randint(28)]
    sentences = [f"{previous} {current} {word}" for word in vocabulary]
    return impl.second_order_matrix([*sentences, sentences[rng.randint(29)]], vocabulary)


@check(
    "the distribution is right in a large vocabulary, and with a new matrix it is a new one",
    parts="one matrix: word; another: word",
)
def another_matrix(impl, rng):
    vocabulary = [f"{number}word" for number in range(270)]  # the longer words end in shorter ones
    text = f"{vocabulary[3]}  {vocabulary[rng.randint(257, 270)]} "
    matrices = rng.uniform(0.1, 1.0, size=(2, 270, 270)) / 149  # rows that add to about 1
    return tuple(impl.next_word(np.asfortranarray(matrix), text, vocabulary) for matrix in matrices)
