"""The tree that a beam leaves, on the made-up model of the statement."""

import math

import torch

EXAMPLE = "2 0"
WORDS = ("PAD", "SOS", "EOS", "Io", "Ti", "amo", "molto")
PAD, SOS, EOS = range(3)
LONGEST = 5
# After each beginning; for all others the last word decides.
TABLE = {
    "": {"Io": 0.5, "Ti": 0.4, "EOS": 0.1},
    "Io Ti": {"amo": 0.6, "molto": 0.4},
    "Ti amo": {"molto": 0.8, "EOS": 0.2},
    "Io Ti amo": {"EOS": 0.55, "molto": 0.45},
}
AFTER = {
    "Io": {"Ti": 0.4, "amo": 0.35, "molto": 0.25},
    "Ti": {"amo": 0.9, "molto": 0.1},
    "amo": {"EOS": 0.6, "molto": 0.4},
    "molto": {"EOS": 0.95, "Ti": 0.05},
    "EOS": {"EOS": 1.0},
}


def run(impl, rng, given):
    """What to show: texts and drawings, in order."""
    import provided

    words = given["text"].split()
    try:
        beam, alpha = map(float, words if len(words) > 1 else [*words, "0"])
    except ValueError:
        beam, alpha = 0, 0
    if beam not in range(1, 7) or not 0 <= alpha <= 5:
        return f"type the width of the beam, 1 to 6, and, if you like, alpha, 0 to 5, such as: {EXAMPLE}"
    beam, source = int(beam), torch.tensor([[SOS, 3, 4, EOS]])
    kept = []
    for most in range(1, LONGEST + 1):
        model = provided.TableModel(lambda said, _: row(said), SOS)
        found = impl.beam_search(model, source, SOS, EOS, PAD, most, beam, alpha)
        kept.append([tuple(int(token) for token in ids) for ids, _ in found])
    best = kept[-1][0]
    shown = {ids[:size] for step in kept for ids in step for size in range(1, len(ids) + 1)}
    greedy = said_greedily()
    return [
        f"beam_search with {beam} hypotheses, alpha = {alpha:g}: all that were kept after any step. "
        "In front the probability of each token, behind the one of the sentence so far.",
        "\n".join(["SOS", *lines((), "", shown, set(kept[-1]), best)]),
        f"best: {text(best)}, {chance(best):.4f}\ngreedy: {text(greedy)}, {chance(greedy):.4f}",
    ]


def row(said):
    """The logits of the next token."""
    names = [WORDS[token] for token in said]
    likely = TABLE.get(" ".join(names)) or AFTER.get(names[-1], AFTER["EOS"])
    return [math.log(likely[word]) if word in likely else -math.inf for word in WORDS]


def chance(tokens):
    """The probability of a beginning."""
    return math.exp(sum(row(tokens[:at])[token] for at, token in enumerate(tokens)))


def text(tokens):
    return " ".join(WORDS[token] for token in tokens)


def said_greedily():
    said = ()
    while len(said) < LONGEST and EOS not in said:
        logits = row(said)
        said = (*said, logits.index(max(logits)))
    return said


def lines(start, indent, shown, last_kept, best):
    """The part of the tree below a beginning."""
    children = sorted((each for each in shown if each[:-1] == start), key=lambda each: -chance(each))
    for at, each in enumerate(children):
        last = at == len(children) - 1
        step = math.exp(row(start)[each[-1]])
        mark = "   ← best" if each == best else "   ← kept" if each in last_kept else ""
        yield f"{indent}{'└' if last else '├'}─ {step:.2f} {WORDS[each[-1]]}   {chance(each):.4f}{mark}"
        yield from lines(each, indent + ("   " if last else "│  "), shown, last_kept, best)
