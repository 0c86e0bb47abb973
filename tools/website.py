"""Builds the documentation site:  make docs

The pages are the documents of the repository and the command reference. They are gathered in `build/pages`, with links
that fit the site, and built into `build/site`; a link, an anchor or a page of the navigation that does not exist ends
the build.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tools.commands import command_reference

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
# Code first: what looks like a link in there is none.
CODE = r"(?P<code>^ *```.*?^ *```|`[^`\n]+`)"
LINK = re.compile(CODE + r"|\]\((?P<target>[^):#\s]+)(?P<rest>[^)]*)\)", re.DOTALL | re.MULTILINE)


def gather(pages: Path) -> None:
    """Write every page of the site into a new folder."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    for name in OUTSIDE:
        shutil.copy(ROOT / name, pages / OUTSIDE[name])
    sources = {f"docs/{path.name}": path for path in pages.glob("*.md")} | {
        name: pages / page for name, page in OUTSIDE.items()
    }
    for name, page in sources.items():
        page.write_text(with_links_of_the_site(page.read_text(encoding="utf-8"), name), encoding="utf-8")
    (pages / "commands.md").write_text(command_reference(), encoding="utf-8")


def with_links_of_the_site(text: str, name: str) -> str:
    """The text of a document of the repository, with its links changed to pages and files of the site."""

    def moved(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), found["target"]))
        return f"]({OUTSIDE.get(target, target.removeprefix('docs/'))}{found['rest']})"

    return LINK.sub(moved, text)


def pages_of_the_navigation() -> set[str]:
    def leaves(entry: object) -> set[str]:
        if isinstance(entry, str):
            return {entry}
        inner = entry.values() if isinstance(entry, dict) else entry
        return set().union(*map(leaves, inner))  # type: ignore[call-overload]

    return leaves(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])


def main() -> None:
    gather(PAGES)
    written = {path.name for path in PAGES.glob("*.md")}
    if different := written ^ pages_of_the_navigation():
        sys.exit(f"zensical.toml: the navigation and the pages differ in {', '.join(sorted(different))}")
    command = [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict"]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
