"""Part 3: the blocks, drawn from below to above as the paper does."""

from __future__ import annotations

import numpy as np

from grader.results import Drawing
from tests.content.reference import reference
from tools.pictures.diagram import Box, Diagram
from tools.pictures.drawings import FINE, every, numbered, panel, pattern, weights


def one_table() -> Diagram:
    """Three words of the statement, with the first three of their numbers."""
    embeddings = reference("embeddings")
    words, ids = ("I", "love", "transformers", "!"), np.array([1, 3])
    table = np.array([[-0.2, 0.1, 0.3], [0.3, -0.2, 0.1], [-0.4, -0.3, 0.6], [0.1, -0.4, -0.2]])
    found, scaled = embeddings.lookup(ids, table), embeddings.embed(ids, table)
    logits = embeddings.tied_logits(found[:1], table)
    out = Diagram("One table, two uses")
    chosen = out.grid(20, 25, ids[:, None], title="ids", cell=(34, 22))
    for at, number in enumerate(ids):
        out.text(14, 40 + 22 * at, words[number], "end", faint=True, size=12)
    look = out.box(100, 33, 80, "`lookup`", "write")
    rows = out.grid(74, 128, table, "k", cell=(44, 22))
    out.text(140, 236, "embedding (4 words, d_model = 3)", faint=True, size=12)
    for at, word in enumerate(words):
        out.text(68, 143 + 22 * at, word, "end", faint=True, size=12)
    out.arrow(chosen.right, look.left)
    out.arrow(rows.top, look.bottom)
    picked = out.grid(226, 25, found, title="its rows", cell=(44, 22))
    out.arrow(look.right, picked.left)
    embed = out.box(404, 24.5, 110, "`embed`\n× √d_model", "write")
    out.arrow(picked.right, embed.left)
    vectors = out.grid(560, 25, scaled, title="into the model", cell=(48, 22))
    out.arrow(embed.right, vectors.left)
    score = out.box(404, 149, 110, "`tied_logits`\nh · embeddingᵀ", "write")
    out.arrow(rows.right, score.left)
    hidden = out.grid(393, 246, found[:1], title="", cell=(44, 22))
    out.text(386, 261, "h, out of the model", "end", faint=True, size=12)
    out.arrow(hidden.top, score.bottom)
    result = out.grid(560, 161, logits, title="a score per word", cell=(44, 22))
    out.arrow(score.right, result.left)
    return out


def add_norm_arrangements() -> Diagram:
    out = Diagram("Post-norm and pre-norm")
    for at, name in enumerate(("post_norm", "pre_norm")):
        left = 330 * at
        out.frame(left, 0, 286, 330, f"`{name}`")
        x = out.box(left + 80, 350, 60, "x")
        result = out.box(left + 80, -50, 60, "y")
        if name == "pre_norm":
            add = out.box(left + 95, 60, 30, "+", "write", 30)
            norm = out.box(left + 160, 220, 110, "norm", "given")
            layer = out.box(left + 160, 140, 110, "sublayer F", "given")
            out.arrow(norm.top, layer.bottom)
            out.arrow((left + 110, 300), (norm.bottom[0], 300), norm.bottom)
            out.arrow(add.top, result.bottom)
        else:
            add = out.box(left + 95, 120, 30, "+", "write", 30)
            layer = out.box(left + 160, 200, 110, "sublayer F", "given")
            norm = out.box(left + 55, 50, 110, "norm", "given")
            out.arrow((left + 110, 300), (layer.bottom[0], 300), layer.bottom)
            out.arrow(add.top, norm.bottom)
            out.arrow(norm.top, result.bottom)
        out.arrow(x.top, add.bottom)
        out.arrow(layer.top, (layer.top[0], add.right[1]), add.right)
        out.text(left + 102, 232, "main path", "end", faint=True, size=12)
        out.text(left + 215, 318, "side path", faint=True, size=12)
    return out


def add_norm(out: Diagram, x: float, y: float, layer: str, number: int, kind: str = "given") -> tuple[Box, Box]:
    """A sublayer with its add and norm above it, and the path around it. Its input comes from below, at y + 110."""
    sub = out.box(x, y + 48, 170, layer, kind)
    norm = out.box(x, y, 170, f"+, then norm_{number}", "given")
    out.arrow(sub.top, norm.bottom)
    corner = x - 22
    below = sub.y + sub.height + 14
    out.arrow((sub.top[0], below), (corner, below), (corner, norm.left[1]), norm.left)
    return sub, norm


def encoder_block() -> Diagram:
    out = Diagram("A block of the encoder")
    frame = out.frame(0, 0, 250, 250, "`encoder_block`")
    first, after = add_norm(out, 50, 142, "multi_head_attention", 1)
    second, last = add_norm(out, 50, 34, "feed_forward", 2)
    out.arrow(after.top, second.bottom)
    x = out.box(50, 278, 170, "x (position, d_model)")
    out.arrow(x.top, first.bottom)
    keep = out.box(290, 191, 118, "keep:\nreal tokens")
    out.arrow(keep.left, (first.x + first.width, keep.left[1]))
    y = out.box(50, -46, 170, "y (position, d_model)")
    out.arrow(last.top, y.bottom)
    # the stack
    left = 470
    out.frame(left, 0, 250, 250, "`encoder`")
    blocks = [
        out.box(left + 40, 204 - 50 * at, 170, f"`encoder_block` {name}".replace("` ", " ") + "`", "write")
        for at, name in ((0, "1"), (1, "2"), (3, "N"))
    ]
    out.text(left + 125, 120, "… each with weights of its own", faint=True, size=12)
    out.arrow(blocks[0].top, blocks[1].bottom)
    out.arrow(blocks[1].top, (blocks[1].top[0], 126))
    out.arrow((blocks[2].bottom[0], 106), blocks[2].bottom)
    words = out.box(left + 40, 278, 170, "embeddings + positions")
    out.arrow(words.top, blocks[0].bottom)
    memory = out.box(left + 40, -46, 170, "memory")
    out.arrow(blocks[2].top, memory.bottom)
    del frame
    return out


def decoder_block() -> Diagram:
    out = Diagram("A block of the decoder")
    out.frame(0, 0, 300, 358, "`decoder_block`")
    first, after_first = add_norm(out, 50, 250, "masked self_attention", 1)
    second, after_second = add_norm(out, 50, 142, "cross_attention", 2)
    third, last = add_norm(out, 50, 34, "feed_forward", 3)
    out.arrow(after_first.top, second.bottom)
    out.arrow(after_second.top, third.bottom)
    x = out.box(50, 386, 170, "x (target, d_model)")
    out.arrow(x.top, first.bottom)
    y = out.box(50, -46, 170, "y (target, d_model)")
    out.arrow(last.top, y.bottom)
    right = second.x + second.width
    ahead = out.box(350, 289.5, 190, "look-ahead mask:\nkey j seen by query i ≥ j")
    out.arrow(ahead.left, (right, ahead.left[1]))
    memory = out.box(350, 174, 190, "memory (source, d_model)\nof the last encoder block", "k")
    out.arrow(memory.left, (right, memory.left[1]))
    out.text(326, 190, "k, v", faint=True)
    keep = out.box(350, 234, 190, "source_keep: real words")
    out.arrow(keep.left, (330, keep.left[1]), (330, 212), (right, 212))
    return out


def who_sees_whom() -> Drawing:
    source = ("Hi", "how", "are", "you", "<pad>")
    real = np.ones((4, 5))
    real[:, -1] = 0
    return pattern(panel(np.tril(np.ones((4, 4))), FINE, FINE, "the target"), panel(real, FINE, source, "the source"))


def waves() -> Drawing:
    table = reference("positional_encoding").positional_encoding(32, 64)
    shown = panel(table, every(4, 32), every(8, 64), "positional_encoding(32, 64)")
    return Drawing((shown,), -1, 1, axes=("position", "dimension"))


def two_directions() -> Drawing:
    z = np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])
    ones, zeros, rows = np.ones(3), np.zeros(3), numbered("item", 5)
    norms = reference("layer_norm")
    by_row, by_column = norms.layer_norm(z, ones, zeros, 1e-9), norms.batch_norm(z, ones, zeros, 1e-9)
    columns = ("a", "b", "c")
    return Drawing((panel(by_row, rows, columns, "layer_norm"), panel(by_column, rows, columns, "batch_norm")), -2, 2)


def silenced_units() -> Drawing:
    """With the identity for W_2 the reference returns its hidden layer."""
    x, first, bias = (
        np.array([[1.0, 2], [-1, 1], [2, -1]]),
        np.array([[1.0, -1, 2], [1, 1, -1]]),
        np.array([0.0, -1, 1]),
    )
    after = reference("feed_forward").feed_forward(x, first, bias, np.eye(3), np.zeros(3))
    rows, columns = numbered("word", 3), numbered("unit", 3)
    before = panel(x @ first + bias, rows, columns, "x W_1 + b_1")
    return Drawing((before, panel(after, rows, columns, "after the ReLU")), -6, 6)


def most_likely() -> Drawing:
    words = ("a", "am", "I", "thanks", "student", "<eos>")
    logits = np.array(
        [[0.0, 1, 4, 1, 0, -1], [1, 3, 0, 0, 1, 0], [3, 0, 0, -1, 2, 0], [1, 0, 0, 1, 5, 1], [0, 0, -1, 1, 1, 4]]
    )
    head = reference("output_head")
    rows = [f"{at}: {word}" for at, word in enumerate(head.most_likely_words(logits, list(words)), 1)]
    return weights(panel(head.probabilities(logits), rows, words, "probabilities(logits)"))


PICTURES = {
    "embeddings/one_table": one_table,
    "positional_encoding/waves": waves,
    "layer_norm/two_directions": two_directions,
    "feed_forward/silenced_units": silenced_units,
    "residual_add_norm/add_norm_arrangements": add_norm_arrangements,
    "encoder/encoder_block": encoder_block,
    "decoder/decoder_block": decoder_block,
    "decoder/who_sees_whom": who_sees_whom,
    "output_head/most_likely": most_likely,
}
