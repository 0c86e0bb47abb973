"""Part 5: beyond the first Transformer."""

from __future__ import annotations

import numpy as np

from grader.results import Drawing
from tests.content.reference import reference
from tools.pictures.diagram import Box, Diagram
from tools.pictures.drawings import every, panel, pattern

LENGTH = 16


def patterns() -> Drawing:
    """Two random keys per query, drawn once and for all."""
    sparse = reference("sparse_attention")
    chosen = np.random.default_rng(3).integers(0, LENGTH, (LENGTH, 2))
    kinds = {
        "window_pattern": sparse.window_pattern(LENGTH, 1),
        "global_pattern": sparse.global_pattern(LENGTH, [0, 8]),
        "random_pattern": sparse.random_pattern(LENGTH, chosen),
    }
    kinds["union"] = sparse.union(list(kinds.values()))
    labels = every(4, LENGTH)
    return pattern(*(panel(keep, labels, labels, name) for name, keep in kinds.items()))


def slots() -> Diagram:
    """The sizes of the statement: 4,096 tokens, 128 slots, 64 numbers each."""
    n, rank, d = 4096, 128, 64
    low_rank = reference("low_rank_attention")
    dense, low = low_rank.dense_multiplications(n, d, d), low_rank.low_rank_multiplications(n, rank, d, d)
    out = Diagram("Slots between queries and tokens")
    q = out.box(0, 0, 130, f"queries\n({n:,}, {d})", "q")
    k = out.box(0, 80, 130, f"keys\n({n:,}, {d})", "k")
    v = out.box(0, 160, 130, f"values\n({n:,}, {d})", "v")
    e = out.box(180, 80, 130, f"E × …\n({rank}, {n:,})", "write")
    f = out.box(180, 160, 130, f"F × …\n({rank}, {n:,})", "write")
    slot_k = out.box(356, 80, 118, f"slot keys\n({rank}, {d})", "k")
    slot_v = out.box(356, 160, 118, f"slot values\n({rank}, {d})", "v")
    for a, b, c in ((k, e, slot_k), (v, f, slot_v)):
        out.arrow(a.right, b.left)
        out.arrow(b.right, c.left)
    soft = out.box(526, 34, 150, f"weights\n({n:,}, {rank})", "write")
    out.arrow(q.right, (500, q.right[1]), (500, 48), (526, 48))
    out.arrow(slot_k.right, (500, slot_k.right[1]), (500, 66), (526, 66))
    mix = out.box(526, 160, 150, "weights times\nslot values", "write")
    out.arrow(soft.bottom, mix.top)
    out.arrow(slot_v.right, mix.left)
    result = out.box(730, 160, 120, f"outputs\n({n:,}, {d})")
    out.arrow(mix.right, result.left)
    out.frame(155, -28, 545, 252, "`low_rank_attention`")
    out.text(0, 250, f"{low:,} multiplications in place of {dense:,}: 1 in {dense // low}", "start", faint=True)
    return out


def clipped_distances() -> Drawing:
    rows, columns = [f"query {at}" for at in range(6)], [f"key {at}" for at in range(6)]
    shown = panel(reference("relative_positions").relative_index(6, 2), rows, columns, "relative_index(6, 2)")
    return Drawing((shown,), 0, 4)


def three_models() -> Diagram:
    out = Diagram("Three models from the same blocks")

    def stack(x: float, name: str, mask: str) -> Box:
        """Embedding and blocks, from below to above."""
        ids = out.box(x, 260, 150, name)
        embed = out.box(x, 202, 150, "`embed`", "given")
        blocks = out.box(x, 116, 150, f"blocks × N\n{mask}", "given")
        out.arrow(ids.top, embed.bottom)
        out.arrow(embed.top, blocks.bottom)
        return blocks

    for x, name, mask, end, answer in (
        (0, "`Classifier`", "all real tokens", "mean of real tokens,\nhead", "one class per text"),
        (256, "`LanguageModel`", "only the past", "head\nat every position", "next token"),
    ):
        out.frame(x, 0, 230, 248, name)
        blocks = stack(x + 40, "ids", mask)
        head = out.box(x + 40, 34, 150, end, "given")
        out.arrow(blocks.top, head.bottom)
        result = out.box(x + 40, -48, 150, answer)
        out.arrow(head.top, result.bottom)
    out.frame(512, 0, 396, 248, "`Translator`")
    source = stack(528, "source", "all real tokens")
    target = stack(742, "target", "past and memory")
    memory = out.box(528, 43, 150, "memory", "k")
    out.arrow(source.top, memory.bottom)
    out.arrow(memory.right, (710, memory.right[1]), (710, target.left[1]), target.left)
    head = out.box(742, 34, 150, "head\nat every position", "given")
    out.arrow(target.top, head.bottom)
    result = out.box(742, -48, 150, "next token")
    out.arrow(head.top, result.bottom)
    return out


PICTURES = {
    "sparse_attention/patterns": patterns,
    "low_rank_attention/slots": slots,
    "relative_positions/clipped_distances": clipped_distances,
    "architectures/three_models": three_models,
}
