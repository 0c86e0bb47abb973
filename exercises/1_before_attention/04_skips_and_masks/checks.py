import numpy as np

from grader.checks import check

PROGRAM = ["check", "the", "program", "log", "and", "find", "out", "whether", "it", "ran", "please"]
BATTERY = ["check", "the", "battery", "log", "and", "find", "out", "whether", "it", "ran", "down", "please"]
VOCABULARY = sorted({*PROGRAM, *BATTERY})  # 13 words, from `and` to `whether`
ACTIVE = np.array([1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1])  # the features of the sentence with `program`


def printed_table():
    """How the pairs with `ran` vote: half and half, but for battery and program."""
    table = np.zeros((13, 13))  # (feature, next)
    for word in ["and", "check", "find", "it", "log", "out", "the", "whether"]:
        table[VOCABULARY.index(word), [3, 8]] = 0.5
    table[1, 3] = 1.0  # battery, ran: down
    table[9, 8] = 1.0  # program, ran: please
    return table


def shuffled(words, rng):
    return [words[number] for number in rng.permutation(len(words))]


def shuffled_words(rng):
    """The same sentences under every seed, told in other words; the vocabulary's order is no alphabet."""
    return shuffled(["fox", "elephant", "cow", "pig", "owl", "ant", "bee"], rng)


@check("the features of 'program ... ran' are the printed row", axes="feature")
def printed_activities(impl, rng):
    return impl.feature_activities(PROGRAM[:-1], VOCABULARY)


@check(
    "a feature is on or off, however often and wherever its word occurred before",
    parts="repeated words: feature; the last word occurred before: feature; longer words: feature; one word: feature",
)
def on_or_off(impl, rng):
    vocabulary = shuffled_words(rng)
    a, b, c, d, e, _, _ = shuffled(vocabulary, rng)
    once = impl.feature_activities([a, b, c, b, d, b, a, e], vocabulary)
    last_came_before = impl.feature_activities([c, a, e, c, d, e], vocabulary)
    longer = impl.feature_activities(["elephant", "cow", "pig"], shuffled(vocabulary, rng))  # and no ant
    return once, last_came_before, longer, impl.feature_activities([a, a], [a])


@check("the two sentences give the votes .5 and .5, and 1 for battery and for program", axes="feature next")
def learned_votes(impl, rng):
    return impl.skip_transitions([PROGRAM, BATTERY], VOCABULARY, "ran")


@check(
    "each feature's votes are shares of the times it was active",
    parts="shares: feature next; vocabulary of one word: feature next",
)
def shares(impl, rng):
    vocabulary = shuffled_words(rng)
    last, a, b, c, d, e, f = shuffled(vocabulary, rng)
    sentences = [[a, b, c, last, d], [b, a, last, d], [c, a, b, last, e], [a, d, last, f], [f, a, last, d]]
    sentences.append(list(sentences[2]))  # said again
    return impl.skip_transitions(sentences, vocabulary, last), impl.skip_transitions([[last, last]], [last], last)


@check("a word that occurs twice before is one feature, with one vote", axes="feature next")
def one_vote_a_feature(impl, rng):
    vocabulary = shuffled_words(rng)
    last, a, b, c, d, e, _ = shuffled(vocabulary, rng)
    sentences = [[a, b, a, c, last, d], [b, c, a, last, e], [c, b, c, c, a, last, e]]
    return impl.skip_transitions(sentences, vocabulary, last)


@check("every occurrence of the last word counts, unless it ends the sentence", axes="feature next")
def every_occurrence(impl, rng):
    vocabulary = shuffled_words(rng)
    last, a, b, c, d, e, _ = shuffled(vocabulary, rng)
    sentences = [[a, last, b, c, last, d], [c, a, last, e], [d, c, last], [e, last, last, b]]
    return impl.skip_transitions(sentences, vocabulary, last)


@check(
    "only battery and program have a favourite with more than half the votes",
    parts="printed table: feature; rows in another order: feature",
)
def printed_mask(impl, rng):
    return impl.informative(printed_table(), 0.5), impl.informative(printed_table()[rng.permutation(13)], 0.5)


@check(
    "the favourite's share is compared with `threshold`, feature by feature",
    parts="threshold .75: feature; threshold .3: feature; one feature: feature",
)
def any_threshold(impl, rng):
    table = np.array(
        [
            [0.7, 0.3, 0.0, 0.0, 0.0],
            [0.0, 0.1, 0.9, 0.0, 0.0],
            [0.2, 0.2, 0.2, 0.2, 0.2],
            [0.0, 0.0, 0.4, 0.0, 0.6],
            [0.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.8, 0.1, 0.1, 0.0],
            [0.3, 0.0, 0.35, 0.0, 0.35],
        ]
    )
    table = table[rng.permutation(7)]
    strided = np.asfortranarray(table)
    return impl.informative(table, 0.75), impl.informative(strided, 0.3), impl.informative(table[:1], 0.65)


@check(
    "the mask leaves only program of the printed row, and silences activities of any value",
    parts="printed row: feature; four kept: feature; none kept: feature; one feature: feature",
)
def silences_the_rest(impl, rng):
    battery_and_program = np.arange(13) % 8 == 1
    activities = rng.uniform(0.5, 3, size=7)
    activities[rng.randint(7)] = 0.0
    keep = rng.permutation(7) < 4
    return (
        impl.masked_activities(ACTIVE, battery_and_program),
        impl.masked_activities(activities, keep),
        impl.masked_activities(activities, np.zeros(7, dtype=bool)),
        impl.masked_activities(np.array([0.5]), np.array([True])),
    )


@check(
    "unmasked the votes add up to down 4, please 5; masked to please 1, as printed",
    parts="program: next; program, masked: next; battery: next; battery, masked: next; please alone: next",
)
def printed_votes(impl, rng):
    program, battery = np.eye(13, dtype=int)[[9, 1]]  # whole numbers: the votes are halves
    table, actives = printed_table(), (ACTIVE, program, ACTIVE - program + battery, battery)
    return *(impl.votes(active, table) for active in actives), impl.votes(ACTIVE, table[:, [8]])


@check(
    "the votes are the sum of the active rows, weighted by their activity",
    parts="one table: next; another table: next",
)
def sums_active_rows(impl, rng):
    activities = rng.permutation([0.0, 0.0, 1.0, 1.0, 1.0, 0.5, 2.0])
    one, another = rng.uniform(0, 1, size=(2, 7, 7))
    return impl.votes(activities, one), impl.votes(activities, np.asfortranarray(another))


@check(
    "the table has 13 rows at order 1, 169 at order 2, 13⁹ at order 9, and is exact for 37000 words and more",
    parts="13 words; 37000 words; another vocabulary",
)
def rows_of_the_table(impl, rng):
    small = [impl.table_rows(13, order) for order in (1, 2, 3, 8, 9)]
    large = [impl.table_rows(37000, order) for order in (2, 4, 9)]
    return small, large, impl.table_rows(int(rng.randint(20_000, 90_000)), 8)
