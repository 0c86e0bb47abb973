"""Part 2: attention."""

from __future__ import annotations

import numpy as np

from grader.results import Drawing
from tests.content.reference import reference
from tools.pictures.diagram import Diagram
from tools.pictures.drawings import FINE, numbered, panel, pattern, weights

CAT = ("YOUR", "CAT", "IS", "A", "LOVELY", "CAT")


def one_direction() -> Drawing:
    s = np.ones((1, 4))
    h = np.array([[2, 2, 2, 2], [8, 0, 0, 0], [0, 0, 0, 3], [2, 2, 0, 0], [1, -1, 1, -1], [-1, -1, -1, -1]], float)
    score = reference("score_functions")
    columns = ("dot", "scaled_dot", "cosine")
    table = np.stack([getattr(score, name)(s, h)[0] for name in columns], axis=1)
    rows = [str(tuple(map(int, row))) for row in h]
    return Drawing((panel(table, rows, columns),), -8, 8, axes=("h", "score with s = (1, 1, 1, 1)"))


def lovely_cat() -> Drawing:
    table = [
        [0.268, 0.119, 0.134, 0.148, 0.179, 0.152],
        [0.124, 0.278, 0.201, 0.128, 0.154, 0.115],
        [0.147, 0.132, 0.262, 0.097, 0.218, 0.145],
        [0.210, 0.128, 0.206, 0.212, 0.119, 0.125],
        [0.146, 0.158, 0.152, 0.143, 0.227, 0.174],
        [0.195, 0.114, 0.203, 0.103, 0.157, 0.229],
    ]
    return Drawing((panel(table, CAT, CAT),), 0, 0.3)


def temperatures() -> Drawing:
    scores, soft = np.array([1.0, 2, 3]), reference("softmax").softmax_with_temperature
    degrees = (0.25, 0.5, 1, 3, 10)
    rows, columns = [f"T = {degree:g}" for degree in degrees], [f"score {score:g}" for score in scores]
    return weights(panel([soft(scores, degree) for degree in degrees], rows, columns))


def numeric_flow() -> Diagram:
    """S3's three words, from x to the outputs, unscaled."""
    numeric = reference("self_attention_numeric")
    x = np.array([[1.0, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])
    w_k = np.array([[0.0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])
    w_q = np.array([[1.0, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])
    w_v = np.array([[0.0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])
    queries, keys, values = numeric.project(x, w_q, w_k, w_v)
    scores = numeric.attention_scores(queries, keys)
    shares = numeric.attention_weights(scores)
    out = Diagram("From three words to three outputs")
    words = out.grid(0, 139.5, x, title="x", cell=(24, 22))
    project = out.box(130, 158, 84, "`project`", "write")
    out.arrow(words.right, project.left)
    q = out.grid(256, 40, queries, "q", "Q = x W_q", cell=(26, 22))
    k = out.grid(256, 140, keys, "k", "K = x W_k", cell=(26, 22))
    v = out.grid(256, 240, values, "v", "V = x W_v", cell=(26, 22))
    for matrix, part in ((q, 0.2), (k, 0.5), (v, 0.8)):
        start = project.along_right(part)
        out.arrow(start, (234, start[1]), (234, matrix.left[1]), matrix.left)
    compare = out.box(368, 83, 148, "`attention_scores`", "write")
    out.arrow(q.right, (350, q.right[1]), (350, 92), (368, 92))
    out.arrow(k.right, (350, k.right[1]), (350, 103), (368, 103))
    e = out.grid(557, 64.5, scores, title="E = Q Kᵀ", cell=(30, 22))
    out.arrow(compare.right, e.left)
    soften = out.box(524, 158, 156, "`attention_weights`", "write")
    out.arrow(e.bottom, soften.top)
    a = out.grid(545, 236, shares, title="", cell=(38, 22))
    out.text(668, 262, "each row adds up to 1", "start", faint=True, size=12)
    out.arrow(soften.bottom, a.top)
    mix = out.box(556, 335, 92, "`outputs`", "write")
    out.arrow(a.bottom, mix.top)
    out.arrow(v.bottom, (v.bottom[0], mix.left[1]), mix.left)
    result = out.grid(700, 316.5, numeric.outputs(shares, values), title="A V", cell=(46, 22))
    out.arrow(mix.right, result.left)
    return out


def three_queries() -> Drawing:
    scores = np.array([[2.0, 4, 4], [4, 16, 12], [4, 12, 10]])
    softened = reference("self_attention_numeric").attention_weights
    rows, columns = numbered("query", 3), numbered("key", 3)
    return weights(
        panel(softened(scores), rows, columns, "attention_weights(E)"),
        panel(softened(scores, 3), rows, columns, "attention_weights(E, 3)"),
    )


def four_steps() -> Diagram:
    """Scaled dot-product attention from below to above, as the paper draws it."""
    out = Diagram("Scaled dot-product attention")
    q = out.box(0, 300, 112, "queries\n(query, d_k)", "q")
    k = out.box(136, 300, 112, "keys\n(key, d_k)", "k")
    v = out.box(324, 300, 112, "values\n(key, d_v)", "v")
    out.frame(-14, -14, 480, 290, "`attention`")
    compare = out.box(34, 224, 180, "compare: Q Kᵀ", "write")
    scale = out.box(34, 174, 180, "scale: divide by √d_k", "write")
    hide = out.box(34, 124, 180, "hide: −∞ where not keep", "write")
    soften = out.box(34, 74, 180, "softmax of each row", "write")
    mix = out.box(170, 18, 230, "mix: weights times values", "write")
    out.arrow(q.top, (q.top[0], compare.along_bottom(0)[1]))
    out.arrow(k.top, (k.top[0], compare.along_bottom(0)[1]))
    for lower, upper in ((compare, scale), (scale, hide), (hide, soften)):
        out.arrow(lower.top, upper.bottom)
    out.arrow((190, soften.y), (190, mix.y + mix.height))
    out.arrow((380, v.y), (380, mix.y + mix.height))
    for box, shape in ((compare, "(query, key)"), (soften, "weights (query, key)")):
        out.text(222, box.right[1] + 4.5, shape, "start", faint=True, size=11)
    keep = out.box(500, 121, 112, "keep\n(query, key)")
    out.arrow(keep.left, (hide.x + hide.width, keep.left[1]))
    result = out.box(500, 9, 112, "outputs\n(query, d_v)")
    out.arrow(mix.right, (result.x, mix.right[1]))
    return out


def look_ahead() -> Drawing:
    scores = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.3, 0.6, 0.1], [0.1, 0.3, 0.3, 0.3]])
    keep = reference("masking").look_ahead_mask(4)
    shared = reference("masking").masked_softmax(scores, keep)
    return weights(panel(keep, FINE, FINE, "look_ahead_mask(4)"), panel(shared, FINE, FINE, "masked_softmax"))


def both_masks() -> Drawing:
    """Three words and one of padding."""
    masking = reference("masking")
    ahead, padding = masking.look_ahead_mask(4), masking.padding_mask(np.array([[5, 6, 7, 0]]), 0)
    both = np.broadcast_to(masking.combine(ahead, padding)[0], (4, 4))
    words = ("I", "am", "fine", "<pad>")
    real = np.broadcast_to(np.asarray(padding).reshape(1, 4), (4, 4))
    return pattern(
        panel(ahead, words, words, "look_ahead_mask(4)"),
        panel(real, words, words, "padding_mask(ids, pad)"),
        panel(both, words, words, "combine(look_ahead, padding)"),
    )


def split_and_merge() -> Diagram:
    """The paper's sizes: 512 numbers in 8 heads of 64."""
    d_model, heads = 512, 8
    width = d_model // heads
    out = Diagram("Multi-head attention")
    x = out.box(0, 126, 118, f"query_input,\nkey_value_input\n(position, {d_model})")
    for at, (name, kind) in enumerate((("q", "q"), ("k", "k"), ("v", "v"))):
        projection = out.box(156, 68 + 60 * at + 15, 78, f"`W_{name}`", kind)
        split = out.box(268, projection.y, 118, "`split_heads`", "write")
        part = (at + 1) / 4
        start = x.along_right(part)
        if at != 1:
            out.arrow(start, (138, start[1]), (138, projection.left[1]), projection.left)
        else:
            out.arrow(start, projection.left)
        out.arrow(projection.right, split.left)
        out.arrow(split.right, (405, split.right[1]), head=False)
    attended = []
    for at, name in enumerate(("head 1", "head 2", f"head {heads}")):
        attended.append(out.box(424, 52 + (at + (at > 1)) * 53, 132, f"attention\n{name}", "given"))
        out.arrow((405, attended[-1].left[1]), attended[-1].left)
    out.arrow((405, attended[0].left[1]), (405, attended[-1].left[1]), head=False)
    out.text(490, 182, f"… each {width} wide …", faint=True, size=12)
    merge = out.box(594, 157 - 14.5, 118, "`merge_heads`", "write")
    for box, part in zip(attended, (0.2, 0.5, 0.8), strict=True):
        end = merge.along_left(part)
        out.arrow(box.right, (574, box.right[1]), (574, end[1]), end)
    last = out.box(744, 142.5, 60, "`W_o`", "given")
    out.arrow(merge.right, last.left)
    result = out.box(838, 134, 118, f"outputs\n(position, {d_model})")
    out.arrow(last.right, result.left)
    out.text(653, 192, f"{heads} · {width} = {heads * width}", faint=True, size=12)
    out.text(327, 262, f"(head, position, {width})", faint=True, size=12)
    out.frame(142, 14, 676, 280, "`multi_head_attention`")
    return out


def blocks_of_heads() -> Drawing:
    """A cell is 1 where it belongs to head 1."""
    words, features = ("word 1", "word 2"), numbered("", 6)
    return pattern(
        panel([[0, 0, 0, 1, 1, 1]] * 2, words, features, "right: split, then transpose"),
        panel([[0] * 6, [1] * 6], words, features, "wrong: reshape alone"),
    )


def two_sentences() -> Diagram:
    """Where queries, keys and values of cross-attention come from, with the words of the statement."""
    out = Diagram("Cross-attention joins two sentences")
    target, source = ("mujhe", "aaiskreem", "khaana", "pasand", "hai"), ("I", "like", "eating", "ice-cream")
    asked = out.box(0, 37.5, 150, "decoder_states\n5 target words")
    memory = out.box(0, 150, 150, "encoder_states\n4 source words")
    out.text(75, 28, " ".join(target[:2]) + " …", faint=True, size=12)
    out.text(75, 212, " ".join(source), faint=True, size=12)
    q = out.box(196, 46, 84, "× W_q", "q")
    k = out.box(196, 122, 84, "× W_k", "k")
    v = out.box(196, 190, 84, "× W_v", "v")
    out.arrow(asked.right, q.left)
    for box in (k, v):
        out.arrow(memory.right, (172, memory.right[1]), (172, box.left[1]), box.left)
    compare = out.box(352, 76, 150, "scores / √d_k\n5 × 4", "write")
    out.arrow(q.right, (320, q.right[1]), (320, 90), (352, 90))
    out.arrow(k.right, (320, k.right[1]), (320, 107), (352, 107))
    soften = out.box(540, 76, 140, "softmax: weights\n5 × 4", "write")
    out.arrow(compare.right, soften.left)
    keep = out.box(352, -84, 150, "source_keep")
    out.arrow(keep.bottom, compare.top)
    mix = out.box(540, 184, 140, "weights · values", "write")
    out.arrow(soften.bottom, mix.top)
    out.arrow(v.right, (mix.x, v.right[1]))
    result = out.box(724, 176, 130, "outputs\n5: one per query")
    out.arrow(mix.right, (result.x, mix.right[1]))
    found = out.box(724, 84.5, 130, "`alignment`", "write")
    out.arrow(soften.right, found.left)
    out.frame(183, -26, 520, 262, "`cross_attention`")
    return out


def alignment() -> Drawing:
    source, target = np.eye(4), np.array([[4.0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 0], [0, 4, 0, 0], [0, 4, 2, 0]])
    values = np.array([[10.0, 0], [0, 10], [0, 0], [10, 10]])
    _, shares = reference("cross_attention").cross_attention(target[None], source[None], np.eye(4), np.eye(4), values)
    rows, columns = ("mujhe", "aaiskreem", "khaana", "pasand", "hai"), ("I", "like", "eating", "ice-cream")
    return weights(panel(shares[0], rows, columns))


PICTURES = {
    "score_functions/one_direction": one_direction,
    "contextual_embeddings/lovely_cat": lovely_cat,
    "softmax/temperatures": temperatures,
    "self_attention_numeric/numeric_flow": numeric_flow,
    "self_attention_numeric/three_queries": three_queries,
    "scaled_dot_product_attention/four_steps": four_steps,
    "masking/look_ahead": look_ahead,
    "masking/both_masks": both_masks,
    "multi_head/split_and_merge": split_and_merge,
    "multi_head/blocks_of_heads": blocks_of_heads,
    "cross_attention/two_sentences": two_sentences,
    "cross_attention/alignment": alignment,
}
