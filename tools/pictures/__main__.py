"""Makes the pictures of the statements, as SVG files.

Run it after changing a picture or its text in a README:  python -m tools.pictures
`--out DIR` writes elsewhere. Numbers are computed by the references wherever they can compute them. The text of the
README is the text alternative. A drawing of matrices also carries its numbers, so that `grader show` can draw it.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from grader.render.picture import to_svg
from grader.results import Drawing
from tools.pictures import attention, before_attention, beyond, blocks, training

ROOT = Path(__file__).parents[2]
PICTURES = {
    **before_attention.PICTURES,
    **attention.PICTURES,
    **blocks.PICTURES,
    **training.PICTURES,
    **beyond.PICTURES,
}


def caption(readme: Path, name: str) -> str:
    found = re.search(rf"!\[([^\]]+)\]\(pictures/{name}\.svg\)", readme.read_text(encoding="utf-8"))
    if found is None:
        sys.exit(f"{readme.parent.name}/README.md does not show pictures/{name}.svg; add the line, with a caption")
    return re.sub(r"[*`]", "", found[1])  # an SVG has no Markdown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT, help="a folder that gets exercises/…/pictures/*.svg")
    parser.add_argument("names", nargs="*", help="EXERCISE/PICTURE; default: all")
    asked = parser.parse_args()
    for place in asked.names or PICTURES:
        slug, name = place.split("/")
        [folder] = (ROOT / "exercises").glob(f"*/[0-9][0-9]_{slug}")
        text = caption(folder / "README.md", name)
        made = PICTURES[place]()
        target = asked.out / folder.relative_to(ROOT) / "pictures" / f"{name}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(to_svg(made, text) if isinstance(made, Drawing) else made.svg(text), encoding="utf-8")


if __name__ == "__main__":
    main()
