"""What Moodle and Canvas understand of an export: small readers, written from what is known of theirs.

They know nothing of the writers. Each gives questions as `Read`.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

# Of each escape, what Moodle puts in its place before it looks at anything else.
_ESCAPES = {"\\:": 58, "\\#": 35, "\\=": 61, "\\{": 123, "\\}": 125, "\\~": 126}
_WEIGHT = re.compile(r"%(-*[0-9]{1,2}\.?[0-9]*)%")
_QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"


@dataclass
class Read:
    """One question. `answers`: text (or number, margin), percent of the points, feedback. `pairs`: left, right."""

    kind: str
    name: str
    prompt: str
    answers: list[tuple[str, float, str]] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    feedback: str = ""
    extra: dict[str, str] = field(default_factory=dict)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def words(html: str) -> str:
    """The text of HTML, its white space made even."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return " ".join("".join(parser.parts).split())


# GIFT


def read_gift(text: str) -> list[Read]:
    """As Moodle does: blank lines part questions, lines with // go, escapes go first."""
    found = []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = [line for line in block.split("\n") if not line.strip().startswith("//")]
        body = _placeholders("\n".join(lines)).strip()
        if body and not body.startswith("$CATEGORY:"):
            found.append(_gift_question(body))
    return found


def categories(text: str) -> list[str]:
    return re.findall(r"^\$CATEGORY: (.*)$", text, re.MULTILINE)


def _placeholders(text: str) -> str:
    text = text.replace("\\\\", "&&092;")
    for escape, number in _ESCAPES.items():
        text = text.replace(escape, f"&&{number:03d};")
    return text.replace("\\n", "&&010").replace("&&092;", "\\")


def _restored(text: str) -> str:
    for number in _ESCAPES.values():
        text = text.replace(f"&&{number:03d};", chr(number))
    return text.replace("&&010", "\n").strip()


def _formatted(text: str) -> str:
    text = text.strip()
    known = re.match(r"\[(moodle|html|plain|markdown)\]", text)
    return _restored(text[known.end() :] if known else text)


def _gift_question(body: str) -> Read:
    assert body.startswith("::")
    name, _, rest = body[2:].partition("::")
    start, end = rest.index("{"), rest.index("}")
    assert rest.endswith("}"), "text after the answers makes it a gap"
    inside = rest[start + 1 : end].strip()
    before, marks, general = inside.rpartition("####")
    inside = before.strip() if marks else inside
    read = Read("", _restored(name), _formatted(rest[:start]), feedback=_formatted(general) if marks else "")
    if inside.startswith("#"):
        read.kind = "numerical"
        _gift_answers(read, inside[1:].split("="))
    elif "~" in inside:
        read.kind = "single" if "=" in inside else "multiple"
        _gift_choices(read, inside.replace("=", "~=").split("~"))
    elif "=" in inside and "->" in inside:
        read.kind = "matching"
        for pair in inside.split("=")[1:]:
            left, _, right = pair.partition("->")
            read.pairs.append((_formatted(left), _restored(right)))
    else:
        read.kind = "shortanswer"
        _gift_answers(read, inside.split("="))
    return read


def _gift_choices(read: Read, parts: list[str]) -> None:
    for part in (part.strip() for part in parts if part.strip()):
        weight = _WEIGHT.match(part)
        percent = 100.0 if part[0] == "=" else float(weight[1]) if weight else 0.0
        text = part[1:] if part[0] == "=" else part[weight.end() :] if weight else part
        _gift_answer(read, text, percent)


def _gift_answers(read: Read, parts: list[str]) -> None:
    for part in (part.strip() for part in parts if part.strip()):
        weight = _WEIGHT.match(part)
        _gift_answer(read, part[weight.end() :] if weight else part, float(weight[1]) if weight else 100.0)


def _gift_answer(read: Read, text: str, percent: float) -> None:
    answer, _, feedback = text.partition("#")
    read.answers.append((_formatted(answer), percent, _formatted(feedback)))


# Moodle XML


def read_moodle_xml(data: bytes) -> list[Read]:
    root = ElementTree.fromstring(data)
    assert root.tag == "quiz"
    return [_moodle_question(node) for node in root if node.get("type") != "category"]


def _moodle_question(node: Element) -> Read:
    read = Read(
        node.attrib["type"], _in(node, "name"), _in(node, "questiontext"), feedback=_in(node, "generalfeedback")
    )
    plain = ("defaultgrade", "single", "shuffleanswers", "usecase", "gradingtype", "unitgradingtype", "showunits")
    read.extra = {tag: node.findtext(tag, "") for tag in plain if node.find(tag) is not None}
    for answer in node.findall("answer"):
        text = (answer.findtext("text") or "").strip()
        margin = answer.findtext("tolerance")
        read.answers.append(
            (text if margin is None else f"{text}:{margin}", float(answer.attrib["fraction"]), _in(answer, "feedback"))
        )
    for pair in node.findall("subquestion"):
        read.pairs.append(((pair.findtext("text") or "").strip(), (pair.findtext("answer/text") or "").strip()))
    for unit in node.findall("units/unit"):
        read.extra[f"unit {unit.findtext('unit_name')}"] = unit.findtext("multiplier", "")
    return read


def _in(node: Element, tag: str) -> str:
    return (node.findtext(f"{tag}/text") or "").strip()


# QTI 1.2, as a package for Canvas


def read_canvas(data: bytes) -> tuple[dict[str, str], list[Read]]:
    """The quiz's settings, and its questions, as the manifest leads to them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
        resources = {node.get("type"): node for node in manifest.iter() if node.tag.endswith("}resource")}
        files = {kind: _href(node) for kind, node in resources.items()}
        questions = ElementTree.fromstring(archive.read(files["imsqti_xmlv1p2"]))
        settings = ElementTree.fromstring(archive.read(files[_settings(files)]))
    told = {node.tag.partition("}")[2]: node.text or "" for node in settings}
    return told, [_canvas_item(item) for item in questions.iter(f"{_QTI}item")]


def _settings(files: dict[str | None, str]) -> str | None:
    return next(kind for kind in files if kind != "imsqti_xmlv1p2")


def _href(node: Element) -> str:
    return next(child.attrib["href"] for child in node if child.tag.endswith("}file"))


def _canvas_item(item: Element) -> Read:
    facts = {
        field.findtext(f"{_QTI}fieldlabel"): field.findtext(f"{_QTI}fieldentry")
        for field in item.iter(f"{_QTI}qtimetadatafield")
    }
    kind = facts["question_type"] or ""
    presentation = item.find(f"{_QTI}presentation")
    assert presentation is not None
    prompt = presentation.findtext(f"{_QTI}material/{_QTI}mattext", "")
    said = {node.attrib["ident"]: _mattext(node) for node in item.findall(f"{_QTI}itemfeedback")}
    read = Read(kind, item.attrib["title"], prompt, feedback=said.get("general_fb", ""))
    read.extra = {"points": facts["points_possible"] or ""}
    conditions = [node for node in item.iter(f"{_QTI}respcondition") if node.find(f"{_QTI}setvar") is not None]
    if kind == "matching_question":
        _canvas_pairs(read, presentation, conditions)
    elif kind in ("multiple_choice_question", "multiple_answers_question"):
        _canvas_choices(read, presentation, conditions[0], said)
    else:
        for tag in ("varequal", "vargte", "varlte"):
            for node in conditions[0].iter(_QTI + tag):
                read.answers.append((f"{tag} {node.text}", 100.0, ""))
    return read


def _canvas_choices(read: Read, presentation: Element, condition: Element, said: dict[str, str]) -> None:
    wrong = {node.text for parent in condition.iter(f"{_QTI}not") for node in parent}
    right = {node.text for node in condition.iter(f"{_QTI}varequal")} - wrong
    if read.kind == "multiple_answers_question":  # all that is not said to be wrong may be chosen for free
        assert {label.get("ident") for label in presentation.iter(f"{_QTI}response_label")} == right | wrong
    for label in presentation.iter(f"{_QTI}response_label"):
        ident = label.attrib["ident"]
        read.answers.append((_mattext(label), 100.0 if ident in right else 0.0, said.get(f"{ident}_fb", "")))
        if label.get("lock") == "Yes":
            read.extra["locked"] = _mattext(label)


def _canvas_pairs(read: Read, presentation: Element, conditions: list[Element]) -> None:
    """Of an id, Canvas keeps the digits."""
    right = {}
    for condition in conditions:
        equal = next(condition.iter(f"{_QTI}varequal"))
        right[equal.attrib["respident"]] = _digits(equal.text or "")
    shown: dict[int, str] = {}
    for lid in presentation.findall(f"{_QTI}response_lid"):
        shown = {_digits(label.attrib["ident"]): _mattext(label) for label in lid.iter(f"{_QTI}response_label")}
        read.pairs.append((_mattext(lid), shown[right[lid.attrib["ident"]]]))
    read.extra["shown"] = "\n".join(shown.values())


def _digits(ident: str) -> int:
    found = re.search(r"\d+", ident)
    assert found is not None
    return int(found[0])


def _mattext(node: Element) -> str:
    return (next(node.iter(f"{_QTI}mattext")).text or "").strip()
