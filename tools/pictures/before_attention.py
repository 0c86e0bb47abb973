"""Part 1: before attention."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from grader.render.matrices import number
from grader.results import Drawing
from tests.content.reference import reference
from tools.pictures.diagram import Diagram
from tools.pictures.drawings import panel, weights

ORDER = ("check", "the", "program", "log", "and", "find", "out", "whether", "it", "ran")
WORDS = ["and", "battery", "check", "down", "find", "it", "log", "out", "please", "program", "ran", "the", "whether"]


def row_lookup() -> Drawing:
    one_hot = reference("one_hot")
    words, asked = [f"word {at}" for at in range(4)], ["word 0", "word 3", "word 2"]
    rows, matrix = one_hot.one_hot(asked, words), np.array([[0.2, 0.9], [0.7, 0], [0.8, 0.3], [0.1, 0.4]])
    found = one_hot.lookup(rows, matrix)
    return weights(
        panel(rows, asked, ("0", "1", "2", "3"), "one_hot(words)"),
        panel(matrix, words, ("a", "b"), "matrix"),
        panel(found, asked, ("a", "b"), "lookup(rows, matrix)"),
    )


def telling_words() -> Drawing:
    bags = reference("bag_of_words")
    words = ["the", "cat", "sat", "on", "mat", "ran", "dog"]
    counts = bags.unigram_counts(["the cat sat on the mat", "the cat ran", "the dog sat"], words)
    texts = [f"text {at}" for at in range(3)]
    tf_idf = bags.tf_idf(counts, bags.idf(counts))
    return Drawing((panel(tf_idf, texts, words, "tf_idf(counts, rarity)"),), 0, 0.4)


def markov_chains() -> Drawing:
    words = ["battery", "check", "down", "please", "program", "ran", "the", "whether"]
    sentences = ["check whether the battery ran down please"] * 2 + ["check whether the program ran please"] * 3
    first = reference("markov").transition_matrix(sentences, words)
    second = reference("markov").second_order_matrix(sentences, words)
    pairs = ["battery ran", "check whether", "program ran", "the battery", "the program", "ran down", "whether the"]
    rows = [second[words.index(a), words.index(b)] for a, b in (pair.split() for pair in pairs)]
    return weights(panel(first, words, words, "transition_matrix"), panel(rows, pairs, words, "second_order_matrix"))


def votes_with_a_mask() -> Drawing:
    skips = reference("skips_and_masks")
    ends = {"program": ["please"], "battery": ["down", "please"]}
    sentences = [[noun if word == "program" else word for word in ORDER] + end for noun, end in ends.items()]
    shares = skips.skip_transitions(sentences, WORDS, "ran")
    active = skips.feature_activities(list(ORDER), WORDS)
    masked = skips.masked_activities(active, skips.informative(shares, 0.5))
    columns = [WORDS.index("down"), WORDS.index("please")]
    rows = [*(f"{word} … ran" for word in WORDS), "votes"]

    def cast(activities: np.ndarray) -> list[list[float]]:
        total = skips.votes(activities, shares)[columns]
        return [*(activities[:, None] * shares)[:, columns].tolist(), total.tolist()]

    names = ("down", "please")
    panels = (
        panel(cast(active), rows, names, "all active features"),
        panel(cast(masked), rows, names, "masked_activities"),
    )
    return Drawing(panels, 0, 1)


def soft_search() -> Diagram:
    """The image search of the statement: the query is dogs on the beach."""
    lookup = reference("attention_as_lookup")
    words = ["beach", "boat", "dog", "tree"]
    pictures = [["beach", "tree", "boat"], ["beach", "dog", "tree"], ["dog"]]
    query, keys = lookup.stack_keys([["beach", "dog"]], words)[0], lookup.stack_keys(pictures, words)
    values = np.array([[8.0], [4], [0]])
    matches = lookup.match(query, keys)
    shares, answer = lookup.soft_lookup(query, keys, values)
    out = Diagram("A soft lookup")
    asked = out.grid(0, 60, query[None], "q", title="query: beach, dog", cell=(26, 24))
    match = out.box(150, 57.5, 78, "`match`", "write")
    out.arrow(asked.right, match.left)
    kept = out.grid(137, 140, keys, "k", cell=(26, 24))
    out.text(129, 156, "keys: picture 0", "end", faint=True, size=12)
    out.text(129, 180, "1", "end", faint=True, size=12)
    out.text(129, 204, "2", "end", faint=True, size=12)
    out.arrow(kept.top, match.bottom)
    found = out.grid(270, 36, [[f"picture {at}", number(value)] for at, value in enumerate(matches)], cell=(72, 24))
    out.arrow(match.right, found.left)
    out.text(342, 26, "match", faint=True, size=12)
    soft = out.box(456, 57.5, 120, "`soft_lookup`", "write")
    out.arrow(found.right, soft.left)
    given = out.grid(486, 140, values, "v", cell=(60, 24))
    out.text(478, 156, "values", "end", faint=True, size=12)
    out.arrow(given.top, soft.bottom)
    shown = out.grid(620, 36, [["weight", *map(number, shares)]], cell=(56, 24))
    result = out.grid(620, 84, [["answer", number(answer[0])]], cell=(56, 24))
    for part, grid in ((0.3, shown), (0.7, result)):
        start = soft.along_right(part)
        out.arrow(start, (598, start[1]), (598, grid.left[1]), grid.left)
    return out


def two_paths() -> Diagram:
    """From the first word to the last of six."""
    costs = reference("rnn_limits").costs
    out = Diagram("The path from the first word to the last")
    for layer, top in (("recurrent", 0), ("attention", 160)):
        cost = costs(layer, 6)
        words = [out.box(100 * at, top + 64, 52, f"x_{at + 1}") for at in range(6)]
        if layer == "recurrent":
            states = [out.box(100 * at, top, 52, f"h_{at + 1}", "q") for at in range(6)]
            for word, state in zip(words, states, strict=True):
                out.arrow(word.top, state.bottom)
            for before, after in pairwise(states):
                out.arrow(before.right, after.left)
        else:
            mixed = out.box(500, top, 52, "c_6", "q")
            for at, word in enumerate(words[:-1]):
                out.arrow(word.top, mixed.along_left((at + 1) / 6))
            out.arrow(words[-1].top, mixed.bottom)
        steps = f"{cost['longest_path']} step{'s' * (cost['longest_path'] != 1)}"
        out.text(570, top + 14, layer, "start")
        out.text(570, top + 32, f"first word to last: {steps}", "start", faint=True)
    return out


def gradients_of_rnns() -> Drawing:
    """Tokens and states are 0, where tanh has slope 1: every Jacobian is W_h transposed."""
    turn = np.array([[np.cos(np.pi / 6), np.sin(np.pi / 6)], [-np.sin(np.pi / 6), np.cos(np.pi / 6)]])
    strengths, length, shown = (0.7, 1.0, 1.3), 30, np.array([1, 10, 20, 30])
    xs, h_0, inputs = np.zeros((length, 1)), np.zeros(2), np.zeros((1, 2))
    last, attended = [], []
    for recurrent in (strength * turn for strength in strengths):
        last.append(reference("rnn_limits").gradient_norms(xs, h_0, inputs, recurrent, np.zeros(2)))
        steps = [np.linalg.matrix_power(recurrent.T, count) for count in range(length)]  # dh_(t+count)/dh_t
        attended.append(np.linalg.norm(np.cumsum(steps, axis=0)[::-1] / length, 2, axis=(1, 2)))  # c is their mean
    rows, columns = [f"W_h x {strength:g}" for strength in strengths], [f"t = {t}" for t in shown]
    above = panel(np.log10(last)[:, shown - 1], rows, columns, "log10 of gradient_norms")
    below = panel(np.log10(attended)[:, shown - 1], rows, columns, "log10 |dc/dh_t|: attention")
    return Drawing((above, below), -4.5, 4.5)


PICTURES = {
    "one_hot/row_lookup": row_lookup,
    "bag_of_words/telling_words": telling_words,
    "markov/markov_chains": markov_chains,
    "skips_and_masks/votes_with_a_mask": votes_with_a_mask,
    "attention_as_lookup/soft_search": soft_search,
    "rnn_limits/two_paths": two_paths,
    "rnn_limits/gradients": gradients_of_rnns,
}
