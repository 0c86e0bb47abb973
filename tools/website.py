"""Builds the documentation site:  make docs

The pages are the documents of the repository and the command reference. They are gathered in `build/pages`, with links
that fit the site, and built into `build/site`. A link, an anchor, a picture or a page of the navigation that does not
exist ends the build.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.commands import command_reference

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "build" / "pages"
OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
# Code first: what looks like a link in there is none.
CODE = r"(?P<code>^ *```.*?^ *```|`[^`\n]+`)"
LINK = re.compile(CODE + r"|\]\((?P<target>(?!\w+:)[^)#\s]+)(?P<rest>[^)]*)\)", re.DOTALL | re.MULTILINE)
SOURCE = re.compile(r'(?:src|srcset)="([^"]+)"')


def gather(pages: Path) -> None:
    """Write every page of the site into a new folder."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages)
    for name in OUTSIDE:
        shutil.copy(ROOT / name, pages / OUTSIDE[name])
    names = {page: name for name, page in OUTSIDE.items()}
    for page in pages.glob("*.md"):
        name = names.get(page.name, f"docs/{page.name}")
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


def problems(pages: Path) -> list[str]:
    """What Zensical does not find: files that pages name and that do not exist, pages without a place."""
    found = []
    for page in sorted(pages.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        targets = [match["target"] for match in LINK.finditer(text) if match["target"]] + SOURCE.findall(text)
        found += [f"{page.name}: there is no '{name}'" for name in targets if not (pages / name).is_file()]
    different = {page.name for page in pages.glob("*.md")} ^ pages_of_the_navigation()
    return found + [f"zensical.toml: '{name}' is no page, or not in the navigation" for name in sorted(different)]


def pages_of_the_navigation() -> set[str]:
    return set(re.findall(r'"(\w+\.md)"', (ROOT / "zensical.toml").read_text(encoding="utf-8")))


def main() -> None:
    gather(PAGES)
    if found := problems(PAGES):
        sys.exit("\n".join(found))
    command = [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict"]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
