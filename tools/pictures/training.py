"""Part 4: training and decoding."""

from __future__ import annotations

from math import exp

import numpy as np
import torch

from grader.render.matrices import number
from grader.results import Drawing
from tests.content.reference import reference
from tools.pictures.diagram import Box, Diagram
from tools.pictures.drawings import numbered, panel, pattern, weights

# What the statement of beam_search lets the next token be, after each beginning.
BEAM_TABLE = {
    "": {"Io": 0.5, "Ti": 0.4, "EOS": 0.1},
    "Io": {"Ti": 0.4, "amo": 0.35, "molto": 0.25},
    "Ti": {"amo": 0.9, "molto": 0.1},
    "Io Ti": {"amo": 0.6, "molto": 0.4},
    "Ti amo": {"molto": 0.8, "EOS": 0.2},
    "Io Ti amo": {"EOS": 0.55, "molto": 0.45},
    "Ti amo molto": {"EOS": 0.95, "Ti": 0.05},
}


def second_sentence() -> Drawing:
    batching = reference("batching")
    _, target = batching.make_batch([([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])], 0, 1, 2)
    decoder_input, _ = batching.shift_right(target)
    words = ("SOS", "Grazie", "EOS", "PAD")
    return pattern(panel(batching.target_mask(decoder_input, 2)[1], words, words, "target_mask(decoder_input, pad)"))


def shifted() -> Diagram:
    """One sentence through the functions of `batching`: Ti amo molto, which is 3 4 5."""
    batching = reference("batching")
    names = {0: "SOS", 1: "EOS", 2: "PAD", 3: "Ti", 4: "amo", 5: "molto", 6: "Grazie"}
    _, target = batching.make_batch([([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])], 0, 1, 2)
    decoder_input, labels = batching.shift_right(target)
    out = Diagram("The target, shifted")

    def named(ids: torch.Tensor) -> list[list[str]]:
        return [[names[token] for token in row] for row in ids.tolist()]

    whole = out.grid(0, 60, named(target), title="target", cell=(58, 24))
    shift = out.box(330, 67, 110, "`shift_right`", "write")
    out.arrow(whole.right, (shift.x, whole.right[1]))
    goes_in = out.grid(500, 0, named(decoder_input), "q", title="decoder_input: without the last column", cell=(58, 24))
    right = out.grid(500, 122, named(labels), "v", title="labels: without the first column", cell=(58, 24))
    for part, grid in ((0.3, goes_in), (0.7, right)):
        start = shift.along_right(part)
        out.arrow(start, (470, start[1]), (470, grid.left[1]), grid.left)
    for column in range(4):
        x = 500 + 58 * (column + 0.5)
        out.arrow((x, 50), (x, 98), dashed=True)
    out.text(742, 78, "predicts", "start", faint=True)
    return out


def soft_targets() -> Drawing:
    words = ("a", "am", "I", "thanks", "student", "<eos>", "<pad>")
    soft = reference("loss").smooth_targets(torch.tensor([2, 1, 0, 4, 5, 6]), 7, 0.1, 6)
    return weights(panel(soft, ("I", "am", "a", "student", "<eos>", "<pad>"), words, "smooth_targets(…, 0.1, pad)"))


def teacher_forcing() -> Diagram:
    words = ("<sos>", "Ti", "amo", "molto", "<eos>")
    out = Diagram("Training with teacher forcing, and inference")
    out.text(0, 0, "Training: one call, the right words go in", "start")
    left = out.box(0, 76, 296, "decoder: all positions at once", "given")
    for at in range(4):
        x = 76 * at
        asked = out.box(x, 140, 68, words[at], "q")
        said = out.box(x, 16, 68, words[at + 1], "v")
        out.arrow(asked.top, (asked.top[0], left.y + left.height))
        out.arrow((said.bottom[0], left.y), said.bottom)
    out.text(-10, 36, "labels", "end", faint=True, size=12)
    out.text(-10, 160, "decoder input", "end", faint=True, size=12)
    out.text(380, 0, "Inference: one call per word, its own words go in", "start")
    for at in range(4):
        y = 16 + 46 * at
        call = out.box(664, y, 72, f"call {at + 1}", "given")
        said = out.box(764, y, 68, words[at + 1], "v")
        out.arrow(call.right, said.left)
        for word in range(at + 1):
            asked = out.box(380 + 70 * word, y, 64, words[word], "q")
        out.arrow(asked.right, call.left)
        if at < 3:
            x = 380 + 70 * (at + 1) + 32
            out.arrow(said.bottom, (said.bottom[0], y + 37), (x, y + 37), (x, y + 46), dashed=True)
    return out


def warm_up() -> Diagram:
    """The paper's rate, over the first 16,000 steps."""
    rate, last, width, height = reference("train_step").learning_rate, 16000, 520, 160
    steps = [1, *range(100, last + 1, 100)]
    peak = rate(4000, 512, 4000)

    def place(step: int) -> tuple[float, float]:
        return width * step / last, height - height * rate(step, 512, 4000) / peak

    out = Diagram("The learning rate over the steps")
    out.arrow((0, height), (width + 20, height))
    out.arrow((0, height), (0, -22))
    out.curve([place(step) for step in steps], "q")
    anchors = ("start", "start", "end")
    for at, step in enumerate((1000, 4000, last)):
        x, y = place(step)
        out.arrow((x, height), (x, height + 6), head=False)
        out.text(x, height + 22, f"{step:,}", faint=True)
        out.text(x + 8 if step < last else x, y + (14, -6, 20)[at], f"{rate(step, 512, 4000):.6f}", anchors[at])
    out.text(width + 26, height + 4.5, "step", "start", faint=True)
    out.text(230, -12, "`learning_rate(step, 512, 4000)`", "start")
    return out


def one_at_a_time() -> Diagram:
    """The sentence of the statement; `next_token` chooses from the probabilities made up there."""
    tokens = ["Ti", "amo", "molto", "EOS"]
    table = torch.tensor(
        [[0.7, 0.15, 0.1, 0.05], [0.05, 0.8, 0.1, 0.05], [0.05, 0.05, 0.7, 0.2], [0.02, 0.03, 0.05, 0.9]]
    )
    chosen = reference("greedy_decoding").next_token(table.log()[:, None])
    out = Diagram("Greedy decoding, one token at a time")
    source = out.box(0, 93, 124, "source: I love\nyou very much")
    encode = out.box(154, 93, 104, "`encode`\nonce", "given")
    out.arrow(source.right, (encode.x, source.right[1]))
    said = ["SOS"]
    for at, (row, token) in enumerate(zip(table.tolist(), chosen.tolist(), strict=True)):
        y = 62 * at
        decode = out.box(330, y, 196, f"`decode`\n{' '.join(said)}", "given")
        out.arrow((294, encode.right[1]), (294, decode.left[1]), decode.left)
        choose = out.box(640, y + 8.5, 110, "`next_token`", "write")
        out.arrow(decode.right, choose.left)
        out.text(580, y + 16, f"{tokens[token]} {number(max(row))}", size=12)
        word = out.box(784, y + 8.5, 72, tokens[token], "v")
        out.arrow(choose.right, word.left)
        said.append(tokens[token])
        if at < 3:
            back = [(word.bottom[0], y + 51), (decode.bottom[0], y + 51), (decode.bottom[0], y + 62)]
            out.arrow(word.bottom, *back, dashed=True)
    out.arrow(encode.right, (294, encode.right[1]), head=False)
    out.text(294, -8, "memory", faint=True, size=12)
    return out


def beam_tree() -> Diagram:
    """Two hypotheses at a time; `best_continuations` decides which."""
    search = reference("beam_search")
    vocabulary = ("Io", "Ti", "amo", "molto", "EOS")
    out = Diagram("A beam of two")
    across, size = 176, 112
    live = [("", 0.0, out.box(0, 38, 62, "SOS", height=30))]
    for depth in range(4):
        rows = [[BEAM_TABLE[said].get(word, 0) for word in vocabulary] for said, _, _ in live]
        totals = torch.tensor([score for _, score, _ in live])
        parents, tokens, best = search.best_continuations(totals, torch.tensor(rows).log(), 2)
        kept = {(int(p), int(t)): float(s) for p, t, s in zip(parents, tokens, best, strict=True)}
        grown, y = [], -19.0 * (depth % 2)  # no branch runs at the height of another
        for parent, (said, score, box) in enumerate(live):
            likely = sorted(range(5), key=lambda token: -rows[parent][token])[:3]
            for token in (token for token in likely if rows[parent][token]):
                step = rows[parent][token]
                probability = exp(score) * step
                inside = (parent, token) in kept
                x = 62 + 60 + across * depth
                text = f"{vocabulary[token]}  {number(probability, 3)}"
                child = out.box(x, y, size, text, "write" if inside else "data", 30)
                middle = box.x + box.width + 20 + 12 * parent
                ends = [(middle, box.right[1]), (middle, child.left[1])] if box.right[1] != child.left[1] else []
                out.arrow(box.right, *ends, child.left, dashed=not inside)
                if inside:
                    grown.append((f"{said} {vocabulary[token]}".strip(), kept[parent, token], child))
                y += 38
            y += 16
        live = sorted(grown, key=lambda one: one[2].y)
    out.text(122, 214, "best_continuations keeps the best two of each step", "start", faint=True)
    for depth in range(4):
        out.text(122 + across * depth, -30, f"step {depth + 1}", "start", faint=True)
    return out


def mask_with_a_past() -> Drawing:
    keep = np.arange(5) <= np.arange(2, 5)[:, None]
    new = numbered("new", 3)
    return pattern(panel(keep, new, ["past 1", "past 2", *new]))


def transformer() -> Diagram:
    """The capstone's model, in the names of its stub."""
    out = Diagram("The Transformer")
    out.frame(-10, 0, 260, 330, "`encode`")
    out.frame(310, -100, 270, 430, "`decode`")

    def side(x: float, name: str, first: str) -> tuple[Box, Box]:
        words = out.box(x, 360, 190, first)
        embedding = out.box(x, 280, 190, f"`{name}_embedding`\ntimes √d_model", "given")
        add = out.box(x + 80, 236, 30, "+", "write", 28)
        out.arrow(words.top, embedding.bottom)
        out.arrow(embedding.top, add.bottom)
        place = out.box(x - 20, 238, 84, "`positions`", "given", 24)
        out.arrow(place.right, add.left)
        return words, add

    _, add = side(30, "source", "source")
    out.frame(22, 78, 206, 136, "`encoder`")
    feed = out.box(40, 102, 170, "feed-forward, + norm", "given")
    attend = out.box(40, 168, 170, "self-attention, + norm", "given")
    out.arrow(add.top, attend.bottom)
    out.arrow(attend.top, feed.bottom)
    out.text(6, 150, "N ×")
    memory = out.box(30, 26, 190, "memory", "k")
    out.arrow(feed.top, memory.bottom)
    _, add = side(360, "target", "decoder_input: SOS, …")
    out.frame(352, 4, 206, 210, "`decoder`")
    first = out.box(370, 160, 170, "masked self-attention,\n+ norm", "given")
    cross = out.box(370, 97, 170, "cross-attention,\n+ norm", "given")
    last = out.box(370, 40, 170, "feed-forward, + norm", "given")
    out.arrow(add.top, (add.top[0], first.y + first.height))
    out.arrow(first.top, cross.bottom)
    out.arrow(cross.top, last.bottom)
    out.text(332, 75, "N ×")
    out.arrow(memory.right, (286, memory.right[1]), (286, 120), (370, 120))
    out.text(318, 113, "k, v", "start", faint=True, size=12)
    head = out.box(360, -62, 190, "`head`\nlinear, log-softmax", "given")
    out.arrow(last.top, head.bottom)
    logits = out.box(360, -150, 190, "logits: the next token")
    out.arrow(head.top, logits.bottom)
    return out


PICTURES = {
    "batching/shifted": shifted,
    "batching/second_sentence": second_sentence,
    "loss/soft_targets": soft_targets,
    "train_step/teacher_forcing": teacher_forcing,
    "train_step/warm_up": warm_up,
    "greedy_decoding/one_at_a_time": one_at_a_time,
    "beam_search/beam_tree": beam_tree,
    "kv_cache/mask_with_a_past": mask_with_a_past,
    "translate/transformer": transformer,
}
