"""Makes the pictures of the statements: SVG files that carry their numbers, so that `grader show` can draw them too.

Run it after changing a picture here or its caption in a README:  python tools/pictures.py
A picture is computed by the reference wherever the reference can compute it. `--out DIR` writes elsewhere.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from grader.render.picture import to_svg  # noqa: E402 - after the path is set
from grader.results import Drawing, Panel  # noqa: E402
from tests.content.reference import reference  # noqa: E402

CAT = ("YOUR", "CAT", "IS", "A", "LOVELY", "CAT")
FINE = ("<start>", "I", "am", "fine")


def panel(values: object, rows: Sequence[str], columns: Sequence[str], title: str = "") -> Panel:
    table = np.round(np.asarray(values, float), 4) + 0.0  # no minus before a zero
    return Panel(title, tuple(rows), tuple(columns), tuple(tuple(row) for row in table.tolist()))


def weights(*panels: Panel) -> Drawing:
    return Drawing(panels, 0, 1)


def pattern(*panels: Panel) -> Drawing:
    return Drawing(panels, 0, 1, pattern=True)


def numbered(word: str, count: int) -> list[str]:
    return [f"{word} {number}" for number in range(1, count + 1)]


def every(step: int, count: int) -> list[str]:
    return [str(at) if at % step == 0 else "" for at in range(count)]


def markov_chains() -> Drawing:
    words = ["battery", "check", "down", "please", "program", "ran", "the", "whether"]
    sentences = ["check whether the battery ran down please"] * 2 + ["check whether the program ran please"] * 3
    first = reference("markov").transition_matrix(sentences, words)
    second = reference("markov").second_order_matrix(sentences, words)
    pairs = ["battery ran", "check whether", "program ran", "the battery", "the program", "ran down", "whether the"]
    rows = [second[words.index(a), words.index(b)] for a, b in (pair.split() for pair in pairs)]
    return weights(panel(first, words, words, "one word back"), panel(rows, pairs, words, "two words back"))


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
    above = panel(np.log10(last)[:, shown - 1], rows, columns, "log10 |dh_30/dh_t|: last state")
    below = panel(np.log10(attended)[:, shown - 1], rows, columns, "log10 |dc/dh_t|: attention")
    return Drawing((above, below), -4.5, 4.5)


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


def three_queries() -> Drawing:
    scores = np.array([[2.0, 4, 4], [4, 16, 12], [4, 12, 10]])
    softened = reference("self_attention_numeric").attention_weights
    rows, columns = numbered("query", 3), numbered("key", 3)
    return weights(
        panel(softened(scores), rows, columns, "softmax(E)"), panel(softened(scores, 3), rows, columns, "softmax(E/√3)")
    )


def look_ahead() -> Drawing:
    scores = np.array([[0.7, 0.1, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.3, 0.6, 0.1], [0.1, 0.3, 0.3, 0.3]])
    keep = reference("masking").look_ahead_mask(4)
    shared = reference("masking").masked_softmax(scores, keep)
    return weights(panel(keep, FINE, FINE, "may be seen"), panel(shared, FINE, FINE, "weights"))


def blocks_of_heads() -> Drawing:
    """A cell is 1 where it belongs to head 1."""
    words, features = ("word 1", "word 2"), numbered("", 6)
    return pattern(
        panel([[0, 0, 0, 1, 1, 1]] * 2, words, features, "right: split, then transpose"),
        panel([[0] * 6, [1] * 6], words, features, "wrong: reshape alone"),
    )


def alignment() -> Drawing:
    source, target = np.eye(4), np.array([[4.0, 0, 0, 0], [0, 0, 0, 4], [0, 0, 4, 0], [0, 4, 0, 0], [0, 4, 2, 0]])
    values = np.array([[10.0, 0], [0, 10], [0, 0], [10, 10]])
    _, shares = reference("cross_attention").cross_attention(target[None], source[None], np.eye(4), np.eye(4), values)
    rows, columns = ("mujhe", "aaiskreem", "khaana", "pasand", "hai"), ("I", "like", "eating", "ice-cream")
    return weights(panel(shares[0], rows, columns))


def waves() -> Drawing:
    table = reference("positional_encoding").positional_encoding(32, 64)
    return Drawing((panel(table, every(4, 32), every(8, 64)),), -1, 1)


def two_directions() -> Drawing:
    z = np.array([[7.0, 5, 4], [2, 3, 4], [1, 2, 3], [7, 5, 6], [3, 3, 4]])
    ones, zeros, rows = np.ones(3), np.zeros(3), numbered("item", 5)
    norms = reference("layer_norm")
    by_row, by_column = norms.layer_norm(z, ones, zeros, 1e-9), norms.batch_norm(z, ones, zeros, 1e-9)
    columns = ("a", "b", "c")
    return Drawing((panel(by_row, rows, columns, "layer norm"), panel(by_column, rows, columns, "batch norm")), -2, 2)


def silenced_units() -> Drawing:
    x, first = np.array([[1.0, 2], [-1, 1], [2, -1]]), np.array([[1.0, -1, 2], [1, 1, -1]])
    hidden = x @ first + np.array([0.0, -1, 1])
    rows, columns = numbered("word", 3), numbered("unit", 3)
    after = panel(np.maximum(hidden, 0), rows, columns, "after the ReLU")
    return Drawing((panel(hidden, rows, columns, "before"), after), -6, 6)


def who_sees_whom() -> Drawing:
    source = ("Hi", "how", "are", "you", "<pad>")
    real = np.ones((4, 5))
    real[:, -1] = 0
    return pattern(panel(np.tril(np.ones((4, 4))), FINE, FINE, "the target"), panel(real, FINE, source, "the source"))


def second_sentence() -> Drawing:
    batching = reference("batching")
    _, target = batching.make_batch([([3, 4, 5, 6, 7], [3, 4, 5]), ([8, 5], [6])], 0, 1, 2)
    decoder_input, _ = batching.shift_right(target)
    words = ("SOS", "Grazie", "EOS", "PAD")
    return pattern(panel(batching.target_mask(decoder_input, 2)[1], words, words))


def soft_targets() -> Drawing:
    import torch

    words = ("a", "am", "I", "thanks", "student", "<eos>", "<pad>")
    soft = reference("loss").smooth_targets(torch.tensor([2, 1, 0, 4, 5, 6]), 7, 0.1, 6)
    return weights(panel(soft, ("I", "am", "a", "student", "<eos>", "<pad>"), words))


def mask_with_a_past() -> Drawing:
    keep = np.arange(5) <= np.arange(2, 5)[:, None]
    new = numbered("new", 3)
    return pattern(panel(keep, new, ["past 1", "past 2", *new]))


def clipped_distances() -> Drawing:
    rows, columns = [f"query {at}" for at in range(6)], [f"key {at}" for at in range(6)]
    return Drawing((panel(reference("relative_positions").relative_index(6, 2), rows, columns),), 0, 4)


PICTURES: dict[str, Callable[[], Drawing]] = {
    "markov/markov_chains": markov_chains,
    "rnn_limits/gradients": gradients_of_rnns,
    "contextual_embeddings/lovely_cat": lovely_cat,
    "self_attention_numeric/three_queries": three_queries,
    "masking/look_ahead": look_ahead,
    "multi_head/blocks_of_heads": blocks_of_heads,
    "cross_attention/alignment": alignment,
    "positional_encoding/waves": waves,
    "layer_norm/two_directions": two_directions,
    "feed_forward/silenced_units": silenced_units,
    "decoder/who_sees_whom": who_sees_whom,
    "batching/second_sentence": second_sentence,
    "loss/soft_targets": soft_targets,
    "kv_cache/mask_with_a_past": mask_with_a_past,
    "relative_positions/clipped_distances": clipped_distances,
}


def caption(readme: Path, name: str) -> str:
    found = re.search(rf"!\[([^\]]+)\]\(pictures/{name}\.svg\)", readme.read_text(encoding="utf-8"))
    if found is None:
        sys.exit(f"{readme.parent.name}/README.md does not show pictures/{name}.svg; add the line, with a caption")
    return found[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT, help="a folder that gets exercises/…/pictures/*.svg")
    out = parser.parse_args().out
    for place, make in PICTURES.items():
        slug, name = place.split("/")
        [folder] = (ROOT / "exercises").glob(f"*/[0-9][0-9]_{slug}")
        target = out / folder.relative_to(ROOT) / "pictures" / f"{name}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(to_svg(make(), caption(folder / "README.md", name)), encoding="utf-8")


if __name__ == "__main__":
    main()
