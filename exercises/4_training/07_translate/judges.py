"""The training check: its data, and what a trained model is worth.

Ids are shuffled on the grader's side: only the pairs tell what they mean. The student's process returns parameters. A
process that runs nothing of the student's puts them into the Translator that the statement describes, and lets it
translate sentences that no process of the student's has seen.
"""

import ast
from itertools import takewhile
from pathlib import Path

import numpy as np

from grader.checks import drawing, given, judge, second_stage

CHECK = "translates_new_sentences"
HELD_OUT = 500
ENOUGH = 0.9
LONGEST = 13  # tokens of a translation, EOS among them
DRAWN = "<it> i love you very much"


def corpus():
    """The sentences and how many of them are fixed, from provided.py beside this file; its blocks need torch, which the
    grader never imports."""
    path = Path(corpus.__code__.co_filename).with_name("provided.py")
    nodes = ast.parse(path.read_text(encoding="utf-8")).body
    grammar = [*takewhile(lambda node: not isinstance(node, ast.ClassDef), nodes)]
    grammar = [node for node in grammar if not ast.unparse(node).startswith(("import torch", "from torch"))]
    namespace = {"__name__": "provided"}
    exec(compile(ast.Module(grammar, []), str(path), "exec"), namespace)
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
        "source_words": 3 + len(source_words),
        "target_words": 3 + len(target_words),
    }
    drawn = [source for source, _ in sentences].index(DRAWN)
    secret = {
        "new": sources[held],
        "translations": [_words(row) for row in targets[held]],
        "drawn": sources[drawn : drawn + 1],
        "words": [target_words.get(number, "") for number in range(3 + len(target_words))],
    }
    return inputs, secret


def _words(row):
    return [int(word) for word in row if word]


@second_stage(CHECK)
def translate(provided, rng, given):
    """The model of the statement with the parameters of a trained one: translations of the held-out sentences, and one
    sentence with the attention of its words."""
    import torch

    del rng
    torch.set_default_dtype(torch.float32)
    parameters = {name: torch.as_tensor(value).float() for name, value in given["value"].items()}

    def block(kind, prefix, *sizes):
        made = kind(*sizes)
        own = {name.removeprefix(prefix + "."): value for name, value in parameters.items() if name.startswith(prefix)}
        made.load_state_dict(own)
        return made.eval()

    def sides(name):
        return parameters[f"{name}_embedding.weight"].shape

    d_model, d_ff, heads, blocks = sides("source")[1], 64, 2, 1
    encoder = block(provided.Encoder, "encoder", d_model, heads, d_ff, blocks)
    decoder = block(provided.Decoder, "decoder", d_model, heads, d_ff, blocks)
    head = block(provided.OutputHead, "head", d_model, sides("target")[0])
    tables = {name: block(provided.Embedding, f"{name}_embedding", *sides(name)) for name in ("source", "target")}
    positions = provided.positional_encoding(16, d_model)

    def framed(rows):
        longest = 2 + max(len(_words(row)) for row in rows)
        lists = [[provided.SOS, *_words(row), provided.EOS] for row in rows]
        return torch.tensor([row + [provided.PAD] * (longest - len(row)) for row in lists])

    @torch.no_grad()
    def predicted(source):
        keep = source != provided.PAD
        memory = encoder(tables["source"](source) + positions[: source.shape[1]], keep)
        tokens = torch.full((len(source), 1), provided.SOS)
        for _ in range(LONGEST):
            hidden = decoder(tables["target"](tokens) + positions[: tokens.shape[1]], memory, keep)
            tokens = torch.cat([tokens, head(hidden[:, -1:]).argmax(-1)], 1)
        ends = [row.index(provided.EOS) if provided.EOS in row else len(row) for row in tokens[:, 1:].tolist()]
        return [row[:end] for row, end in zip(tokens[:, 1:].tolist(), ends, strict=True)]

    sentence = framed(given["secret"]["drawn"])
    with provided.watched(decoder.blocks[-1].cross_attention) as seen:
        words = predicted(sentence)[0]
    weights = seen[min(len(words), LONGEST - 1)][0, :, : len(words) + 1].mean(0)
    return {"translations": predicted(framed(given["secret"]["new"])), "words": words, "weights": weights}


@judge(CHECK)
def judge_translations(value, reference, secret):
    del reference  # a right model need not make the reference's mistakes
    mine, theirs = value["translations"], secret["translations"]
    right = sum([int(word) for word in one] == other for one, other in zip(mine, theirs, strict=True))
    if right >= ENOUGH * len(theirs):
        return None
    share = f"{right} of {len(theirs)} ({right / len(theirs):.0%})"
    return f"{share} new sentences are translated exactly; {ENOUGH:.0%} are needed"


@drawing(CHECK)
def heat_map(value, secret):
    """Each word of a translation, and where in the source the model looked when it predicted it."""
    words = [secret["words"][int(word)] or "?" for word in value["words"]]
    return {
        "title": f"{DRAWN.partition(' ')[2]} → {' '.join(words)}: where each word looks",
        "rows": [*words, "(end)"],
        "columns": ["(start)", *DRAWN.split(), "(end)"],
        "values": value["weights"],
    }
