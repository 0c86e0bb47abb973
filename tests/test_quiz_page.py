"""The page to practise on: one file, what it says to those who cannot see it, and the points that it gives."""

from __future__ import annotations

import html
import json
import random
import re
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from lxml import html as reader

from grader.course.quiz_load import load_quiz
from grader.course.quiz_model import SCHEMES, Choice, Matching, Ordering, QuestionKind, Quiz, Scheme
from grader.quiz.answers import Answer, NotUnderstood, read_number
from grader.quiz.export.common import versions
from grader.quiz.export.practice import practice_page
from grader.quiz.paper import Number, Variant
from grader.quiz.scoring import remarks, score
from grader.render.html import formula_html, render_practice
from grader.text import points
from tests import quiz_samples
from tests.conftest import CHROMIUM, GraderCommand, MiniCourse
from tests.quiz_screens import GRADED, PRACTICE

KINDS = (QuestionKind.SINGLE, QuestionKind.MULTIPLE, QuestionKind.ORDERING, QuestionKind.MATCHING)
NUMBERS = [
    "4 MB", "4MB", "4000 kb", "4", "3.8 MB", "3.79 MB", "4,1 MB", "1,024 MB", "1,024,000 KB", "1 024 KB", "8/2 MB",
    "1/0 MB", "−4 MB", "4 tons", "x", "1e400 MB", ".5", "5.", "100", "50", "150", "150.0000001", "49.9", "1,000",
    "1.000,5", "1 MB", "1e2", "+1e2", "1_000", "4 Mb", "4 MB MB",
]  # fmt: skip
WORDS = [
    "double", "Double", " DOUBLE  ", "the   double", "thé double", "the-double!", "ｄｏｕｂｌｅ", "dou ble",
    "square", "SQUARE.", "straße", "STRASSE", "Straẞe", "ΣΑΣ", "σας", "a", "B", "É", "e", "ﬁne", "fine",
    "...", "x\u00a0y", "İ",
]  # fmt: skip


def every_scheme() -> str:
    """Every type with every scheme; weights where they belong to the scheme."""
    made = []
    for kind in KINDS:
        for number, scheme in enumerate(SCHEMES[kind]):
            weights = iter(
                (1, -0.5, 0, 0.25, -0.25) if kind is QuestionKind.SINGLE else (0.75, -0.5, 0.25, 0.125, -0.25)
            )
            right = {0} if kind is QuestionKind.SINGLE else {0, 2}
            options = []
            for at, text in enumerate("ABCDE"):
                weight = f", weight: {next(weights)}" if scheme is Scheme.WEIGHTS and at not in {3} else ""
                correct = ", correct: true" if at in right else ""
                options.append(f"{{text: '{text}'{correct}{weight}, feedback: 'About {text}'}}")
            body = {
                QuestionKind.ORDERING: "items: [A, B, C, D, E], explanation: So.",
                QuestionKind.MATCHING: "pairs: [{left: A, right: X}, {left: B, right: Y}, {left: C, right: X}], "
                "extra: [Z], explanation: So.",
            }.get(kind, f"options: [{', '.join(options)}]")
            made.append(f"  - {{id: {kind.value}_{number}, type: {kind.value}, scoring: {scheme.value}, points: 1.5, "
                        f"prompt: Which?, {body}, source: S0, practise: double}}\n")  # fmt: skip
    words = "{accept: [straße, σας, é, x y], ignore: [%s], explanation: So, source: S0, practise: double}"
    made.append("  - {id: strict, type: text, prompt: A word?, " + (words % "")[1:] + "\n")
    made.append("  - {id: loose, type: text, prompt: A word?, " + (words % "case, accents")[1:] + "\n")
    return PRACTICE + "".join(made)


@pytest.fixture
def quiz(tmp_path: Path) -> Quiz:
    return load_quiz(quiz_samples.write(tmp_path, every_scheme()))


def page_of(quiz: Quiz, variants: int = 1) -> str:
    return render_practice(practice_page(quiz, formula_html, lambda latex: latex, variants), "Small")


def allowed(script: str) -> str:
    """The word of a policy that allows this script."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def answers_to(variant: Variant, stream: random.Random) -> list[Answer]:
    """Some answers; every kind of mistake is likely among them."""
    match variant.task:
        case Choice(options=options) if variant.kind is QuestionKind.SINGLE:
            return [option.id for option in options]
        case Choice(options=options):
            return [stream.sample([one.id for one in options], stream.randint(1, len(options))) for _ in range(25)]
        case Ordering(right=right):
            return [list(right), *(stream.sample(right, len(right)) for _ in range(25))]
        case Matching(lefts=lefts, rights=rights, right=right):
            some = [{left.id: stream.choice(rights).id for left in lefts} for _ in range(25)]
            return [dict(right), *some]
        case Number():
            return list(NUMBERS)
    return list(WORDS)


def expected(variant: Variant, answer: Answer) -> str:
    """The points; of a number that cannot be read, why."""
    if isinstance(variant.task, Number):
        try:
            read_number(str(answer), variant.task)
        except NotUnderstood as problem:
            return f"Not an answer yet: {problem}."
    return points(score(variant, answer).points)


# Answers as a student would, by the fields and buttons of the page, and reads what it says.
DRIVE = r"""
const found = [], page = [...document.querySelectorAll("section.question")];
function fill(section, answer) {
  if (Array.isArray(answer) && section.dataset.kind === "ordering") {
    answer.forEach((id, at) => {
      const place = () => [...section.querySelectorAll(".items li")].findIndex(item => item.dataset.id === id);
      while (place() > at) section.querySelectorAll(".items .up")[place()].click();
    });
  } else if (section.querySelector("select")) {
    section.querySelectorAll("select").forEach(select => { select.value = answer[select.dataset.left]; });
  } else if (section.querySelector("input[type=text]")) {
    section.querySelector("input").value = answer;
  } else [answer].flat().forEach(id => section.querySelector(`input[value="${id}"]`).click());
  section.querySelector(".check").click();
}
for (const [at, answer] of CASES) {
  document.getElementById("again").click();
  fill(page[at], answer);
  const verdict = page[at].querySelector(".verdict");
  found.push(verdict ? verdict.textContent.match(/(-?[\d.]+) of/)[1] : page[at].querySelector(".problem").textContent);
}
document.getElementById("again").click();
for (const [at, answer] of LAST) fill(page[at], answer);
document.body.style.width = "390px";
const seen = [...document.querySelectorAll("main *")].filter(one => !one.closest("pre, .hear, .status"));
const made = document.createElement("pre");
made.id = "found";
const score = document.getElementById("score").textContent;
const missed = document.querySelectorAll("#end li").length, ended = !document.getElementById("end").hidden;
const before = page.find(section => section.querySelector(".another")), after = page[page.indexOf(before) + 1];
before.querySelector(".another").click();
const fewer = document.getElementById("score").textContent, swapped = before.hidden && !after.hidden;
after.querySelector(".reveal").click();
const revealed = after.querySelector(".verdict").textContent;
made.textContent = JSON.stringify({found, score, fewer, swapped, revealed,
  missed, ended,
  widest: Math.max(...seen.map(one => one.getBoundingClientRect().right)),
  first: page[0].querySelector(".reply").textContent.replace(/\s+/g, " ")});
document.body.append(made);
"""


@pytest.mark.skipif(CHROMIUM is None, reason="no browser here")
def test_the_page_gives_the_points_that_the_grader_gives(quiz: Quiz, tmp_path: Path) -> None:
    stream = random.Random(5)
    sections = [
        (variant, at == 0) for question in quiz.questions for at, variant in enumerate(versions(quiz, question, 3))
    ]
    shown = [variant for variant, _ in sections]
    cases = [(at, answer) for at, variant in enumerate(shown) for answer in answers_to(variant, stream)]
    last = [(at, answers_to(variant, stream)[1]) for at, (variant, first) in enumerate(sections) if first]
    last = [(at, f"4 {shown[at].unit}" if isinstance(shown[at].task, Number) else answer) for at, answer in last]
    drive = f"const CASES = {json.dumps(cases)}, LAST = {json.dumps(last)};{DRIVE}"
    page = page_of(quiz, variants=3).replace("script-src ", f"script-src {allowed(drive)} ")
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", f"<script>{drive}</script></body>"), encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'chromium'}"]
    done = subprocess.run([*command, "--dump-dom", file.as_uri()], capture_output=True, timeout=120, check=True)
    dumped = re.search(r'<pre id="found">(.*?)</pre>', done.stdout.decode(), re.DOTALL)
    assert dumped is not None
    report = json.loads(html.unescape(dumped[1]))
    wanted = [(shown[at].id, answer, expected(shown[at], answer)) for at, answer in cases]
    found = [
        (name, answer, said.replace("“", "'").replace("”", "'"))
        for (name, answer, _), said in zip(wanted, report["found"], strict=True)
    ]
    assert found == wanted
    scores = [score(shown[at], answer) for at, answer in last]
    total = points(max(0.0, sum(one.points for one in scores)))
    most, count = points(sum(shown[at].points for at, _ in last)), len(quiz.questions)
    assert report["score"].startswith(f"{total} of {most} points, {count} of {count} answered.")
    assert report["ended"]
    assert report["missed"] == sum(one.share < 1 for one in scores)
    assert report["swapped"]
    assert f", {count - 1} of {count} answered." in report["fewer"]
    assert report["revealed"] == "– No answer. 0 of 1 point."
    chosen = remarks(shown[0], last[0][1])
    assert chosen[0].feedback
    assert all(one.feedback in report["first"] for one in chosen)
    assert report["widest"] <= 390


def test_the_page_is_one_file_that_allows_only_its_own_script(quiz: Quiz) -> None:
    text = page_of(quiz)
    page = reader.fromstring(text)
    assert page.xpath("//script/@src | //img | //iframe | //link[not(@href='data:,')] | //@onclick | //@style") == []
    assert re.findall(r"(?:https?:)?//[a-z]|url\(|@import", re.sub(r"// .*", "", text)) == []
    (script,) = page.xpath("//script[not(@type)]/text()")
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert f"script-src {allowed(script)};" in policy
    assert "default-src 'none'" in policy


def test_every_field_has_a_name_and_every_answer_is_announced(quiz: Quiz) -> None:
    page = reader.fromstring(page_of(quiz, variants=3))
    sections = page.xpath("//section[@class='question']")
    assert len(sections) > len(quiz.questions)  # with versions
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids))
    for section in sections:
        assert len(section.xpath(".//fieldset[legend/h2]")) == 1
        assert section.xpath(".//fieldset/@aria-describedby") == section.xpath(".//*[@class='prompt']/@id")
        assert len(section.xpath(".//*[@role='status' and @aria-live='polite']")) == 2
        for field in section.xpath(".//input | .//select"):
            assert field.xpath("ancestor::label") or section.xpath(f".//label[@for='{field.get('id')}']")
        for button in section.xpath(".//button"):
            assert button.get("aria-label") or button.text
        assert section.xpath(".//*[@tabindex or @accesskey]") == []  # the order of the page is the order of the keys


def test_no_text_of_a_quiz_can_end_an_element_of_the_page(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><b onclick=x>"
    question = f"""
    - id: q
      type: text
      prompt: '{evil}'
      accept: ['{evil}']
      explanation: '{evil} $<b>$'
      source: S0
      practise: double
    """
    page = reader.fromstring(page_of(load_quiz(quiz_samples.of_questions(tmp_path, question))))
    assert len(page.xpath("//script")) == 2
    assert page.xpath("//section//b | //@onclick") == []


def test_graded_quizzes_are_refused_and_a_practice_is_written(grader: GraderCommand, mini: MiniCourse) -> None:
    quiz_samples.write(mini.path, PRACTICE, "01_doubling.yaml")
    quiz_samples.write(mini.path, GRADED, "02_exam.yaml")
    quiz_samples.write(mini.path, PRACTICE.replace("title: Doubling", "title: Mute\nfeedback: never"), "03_mute.yaml")
    for name, why in (("exam", "is graded"), ("mute", "never shows its answers")):
        run = grader("quiz", "export", name, "--format", "html", "--out", "page.html", "--course", mini.path)
        sentence = f"quiz '{name}' {why}, and a page holds the answers; export it as gift, moodle-xml or qti12"
        assert (run.code, run.out, run.err) == (2, "", f"grader: {sentence}\n")
    out = mini.path / "page.html"
    run = grader(
        "quiz", "export", "doubling", "--format", "html", "--variants", "3", "--out", out, "--course", mini.path
    )
    assert (run.code, run.out, run.err) == (0, f"Doubling: 13 questions in {out}\n", "")
    assert "<title>Doubling</title>" in out.read_text(encoding="utf-8")
