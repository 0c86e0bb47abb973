"""Judges of exports that we did not write: fetched once into a cache; without a network their tests are skipped."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attention-grader-tests"
INDEX = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
PYSLET = "pyslet-0.7.20170805.tar.gz"
PYSLET_SHA256 = "d4cbb85e16d58a8f990e15e711266ec2fe30a4dc4626c4d839bb7b7824afdf6c"
DTD = "unittests/data_imsqtiv1p2p1/ims_qtiasiv1p2p1.dtd"
GIFT_PEGJS = "gift-pegjs@1.0.2"
SECONDS = 30
# What Canvas adds to the standard. Namespaces are younger than the DTD.
CANVAS = """
<!ATTLIST questestinterop xmlns CDATA #FIXED "http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
<!ATTLIST response_label lock (Yes | No) "No">
<!ELEMENT points_per_item (#PCDATA)>
"""
# Reads a file of GIFT a line, in JSON, and answers with what it understood, or the error.
ANSWERER = """
const gift = require(process.argv[1] + "/node_modules/gift-pegjs");
require("readline").createInterface({input: process.stdin}).on("line", line => {
  let said;
  try { said = {questions: gift.parse(JSON.parse(line))}; } catch (problem) { said = {error: String(problem.message)}; }
  console.log(JSON.stringify(said));
});
"""


class GiftReader:
    """gift-pegjs, in a process that stays."""

    def __init__(self, folder: Path) -> None:
        self._node = subprocess.Popen(
            ["node", "-e", ANSWERER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def read(self, text: str) -> list[dict[str, Any]]:
        """The questions; an assertion fails if it does not understand the text."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(text) + "\n")
        self._node.stdin.flush()
        said = json.loads(self._node.stdout.readline())
        assert "error" not in said, f"{said['error']}\n{text}"
        return [question for question in said["questions"] if question["type"] != "Category"]

    def close(self) -> None:
        self._node.kill()
        self._node.wait()


@pytest.fixture(scope="module")
def gift_reader() -> Iterator[GiftReader]:
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node and npm are not installed")
    reader = GiftReader(_npm(GIFT_PEGJS))
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def qti_dtd() -> Any:
    """The DTD of QTI 1.2.1, from the source package of pyslet."""
    etree = pytest.importorskip("lxml.etree")
    path = CACHE / "ims_qtiasiv1p2p1.dtd"
    if not path.exists():
        _keep(path, _dtd())
    declared = path.read_text(encoding="utf-8").partition("?>")[2]
    return etree.DTD(io.StringIO(declared + CANVAS))


def _dtd() -> bytes:
    try:
        page = _get(f"{INDEX.rstrip('/')}/pyslet/")
        link = re.search(rb'href="([^"#]*' + re.escape(PYSLET.encode()) + rb")", page)
        data = _get(urljoin(f"{INDEX.rstrip('/')}/pyslet/", link[1].decode())) if link else b""
    except OSError as problem:
        pytest.skip(f"the package index cannot be reached: {problem}")
    if hashlib.sha256(data).hexdigest() != PYSLET_SHA256:
        pytest.skip(f"the package index has another {PYSLET}")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        member = archive.extractfile(f"{PYSLET.removesuffix('.tar.gz')}/{DTD}")
        assert member is not None
        return member.read()


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        content: bytes = answer.read()
    return content


def _npm(package: str) -> Path:
    """A folder with the package in it. It is put there whole: two processes may do this at once."""
    final = CACHE / package
    if final.exists():
        return final
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as beside:
        made = Path(beside) / "made"
        made.mkdir()
        how = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", f"--fetch-timeout={SECONDS * 1000}"]
        try:
            command = [shutil.which("npm") or "npm", "install", "--prefix", str(made), *how, package]
            subprocess.run(command, capture_output=True, text=True, check=True, timeout=4 * SECONDS)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as problem:
            pytest.skip(f"npm cannot install {package}: {str(problem.stderr or problem).strip().splitlines()[0]}")
        if not final.exists():
            made.rename(final)
    return final


def _keep(path: Path, data: bytes) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=CACHE, delete=False) as beside:
        beside.write(data)
    Path(beside.name).replace(path)
