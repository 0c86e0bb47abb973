import numpy as np

from grader.checks import check


def shuffled(words, rng):
    return [words[number] for number in rng.permutation(len(words))]


def story(rng, vocabulary, length):
    return [vocabulary[number] for number in rng.randint(len(vocabulary), size=length)]


@check("activities of other sentences, including the shortest", parts="activities: feature")
def activities_of_other_sentences(impl, rng):
    vocabulary = shuffled(["sun", "moon", "star", "sky", "rain", "snow", "wind", "fog", "dew"], rng)
    return (
        impl.feature_activities(vocabulary[4:5], vocabulary),
        impl.feature_activities([vocabulary[5], vocabulary[2]], vocabulary),
        impl.feature_activities(story(rng, vocabulary, 11), vocabulary),
    )


@check(
    "votes learned from many sentences of many lengths, and from one repeated hundreds of times",
    parts="many sentences: feature next; hundreds of times: feature next; never said: feature next",
)
def learned_from_many(impl, rng):
    vocabulary = shuffled(["sun", "moon", "star", "sky", "rain"], rng)
    sentences = [story(rng, vocabulary, length) for length in (1, 2, 3, 5, 7, 8, 9, 11, 12)]
    a, b, c, d, never = vocabulary
    often = [[a, b, c, b, c]] * int(rng.randint(300, 400)) + [[a, b, d], [b, a]]
    return (
        impl.skip_transitions(sentences, vocabulary, vocabulary[1]),
        impl.skip_transitions(often, vocabulary, b),
        impl.skip_transitions(often, vocabulary, never),
    )


@check(
    "votes and masks where there are more features than next words, and of large activities",
    parts="votes: next; votes of whole numbers: next; votes of none: next; mask: feature; "
    "mask of seen features: feature; masked: feature; masked once more: feature",
)
def not_square(impl, rng):
    table = rng.uniform(0, 0.4, size=(7, 4))
    table[rng.permutation(7)[:3], [0, 3, 1]] = 0.8
    activities = rng.uniform(5000, 40_000, size=7)
    keep = rng.permutation(7) < 3
    masked = [impl.masked_activities(activities, mask) for mask in (keep, ~keep)]
    votes = [impl.votes(active, table) for active in (activities, rng.randint(2, 6, size=7), np.zeros(7))]
    seen = table * (rng.permutation(7) < 5)[:, None]  # two features were never seen
    return *votes, impl.informative(table, 0.6), impl.informative(seen, 0.0), *masked


@check(
    "together: the votes after 'ran', unmasked and masked, for both sentences",
    parts="unmasked (sentence: next); masked (sentence: next)",
)
def from_sentences_to_votes(impl, rng):
    starts = ["check the program log and find out whether it ran", "check the battery log and find out whether it ran"]
    sentences = [f"{starts[0]} please".split(), f"{starts[1]} down please".split()]
    vocabulary = sorted({*sentences[0], *sentences[1]})
    table = np.asarray(impl.skip_transitions(sentences, vocabulary, "ran"), dtype=float)
    keep = np.asarray(impl.informative(table, 0.5), dtype=bool)
    loud, quiet = [], []
    for start in starts:
        active = np.asarray(impl.feature_activities(start.split(), vocabulary), dtype=float)
        loud.append(impl.votes(active, table))
        quiet.append(impl.votes(np.asarray(impl.masked_activities(active, keep), dtype=float), table))
    return loud, quiet


@check(
    "activities and votes in a vocabulary of hundreds of words",
    parts="activities: feature; votes: feature next; votes of a long sentence: feature next",
)
def many_words(impl, rng):
    vocabulary = [f"word{number}" for number in rng.permutation(270)]
    last, clue, *others = shuffled(vocabulary[257:], rng)
    sentences = [[clue, last, word] for word in [*others, *vocabulary[100:125]]]
    long = [*vocabulary[:250], last, clue]
    return (
        impl.feature_activities(vocabulary[5:], vocabulary),
        impl.skip_transitions(sentences, vocabulary, last),
        impl.skip_transitions([long], vocabulary, last),
    )


@check(
    "masks and votes of hundreds of features, for hundreds of words",
    parts="mask: feature; masked: feature; masked counts: feature; votes of many: next; votes for many: next",
)
def many_features(impl, rng):
    table, wide = rng.uniform(0, 0.01, size=(270, 3)), rng.uniform(0, 0.01, size=(3, 270))
    activities = rng.uniform(0, 0.01, size=270)
    return (
        impl.informative(table, 0.008),
        impl.masked_activities(activities, rng.permutation(270) < 150),
        impl.masked_activities(rng.randint(0, 2000, size=9), rng.permutation(9) < 5),
        impl.votes(activities, table),
        impl.votes(rng.uniform(0, 1, size=3), wide),
    )
