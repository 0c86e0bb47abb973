"""Which file answers which exercise, and that every other file is accounted for: nothing is silent at intake."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.results import FileStatus
from grader.submission.answers import Account, StubNames, account
from grader.submission.archive import Collector, add_archive
from grader.submission.names import UnsafeName, junk_in, safe, shortened
from grader.submission.tree import SubmissionFiles
from tests.helpers import notebook, zipped

NAMES = {
    "softmax": ["softmax", "with_temperature", "scaled_scores", "variance"],
    "masking": ["look_ahead", "padding", "additive", "masked_softmax"],
    "score_functions": ["dot", "additive", "location"],
    "attention": ["attention"],
    "layer_norm": ["layer_norm", "LayerNorm"],
    "multi_head": ["split_heads", "merge_heads", "MultiHead", "multi_head"],
    "lookup": ["additive"],
    "head": ["one_head"],
}


def code(*names: str, body: str = "return 1") -> bytes:
    return "\n".join(
        f"class {name}:\n    def f(self): ...\n" if name[0].isupper() else f"def {name}(x):\n    {body}\n"
        for name in names
    ).encode()


def stub(slug: str) -> bytes:
    return b"import numpy as np\n\n" + code(*NAMES[slug], body="raise NotImplementedError")


def right(slug: str, remark: str = "") -> bytes:
    return code(*NAMES[slug]) + remark.encode()


EXERCISES = StubNames({slug: stub(slug) for slug in NAMES})
OFFERED, LEFT_OUT, USED = FileStatus.OFFERED, FileStatus.LEFT_OUT, FileStatus.USED


def hand_in(files: Mapping[str, bytes], decided: Mapping[str, Sequence[str]] | None = None) -> Account:
    return account(SubmissionFiles(tuple(sorted(files.items()))), EXERCISES, decided)


def answers(files: Mapping[str, bytes], decided: Mapping[str, Sequence[str]] | None = None) -> dict[str, str]:
    """Exercise → file."""
    return {slug: answer.name for slug, answer in hand_in(files, decided).answers.items()}


def states(files: Mapping[str, bytes], decided: Mapping[str, Sequence[str]] | None = None) -> dict[str, set[str]]:
    """File → what became of it."""
    found: dict[str, set[str]] = {}
    for record in hand_in(files, decided).records:
        found.setdefault(record.name, set()).add(f"{record.status.value} {record.exercise}".strip())
    return found


def why(files: Mapping[str, bytes], name: str) -> str:
    return "; ".join(record.reason for record in hand_in(files).records if record.name == name)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("masking_final_FINAL.py", "masking"),
        ("Masking v2.py", "masking"),
        ("hw_masking.py", "masking"),
        ("masking-solution.PY", "masking"),
        ("copy of masking.py", "masking"),
        ("hw3/06 masking (final).py", "masking"),
        ("masking.py.txt", "masking"),
        ("LayerNorm.py", "layer_norm"),
        ("layernorm2.py", "layer_norm"),
        ("MyLayerNORMFinal.ipynb.txt", "layer_norm"),
        ("MultiHead_v2.py", "multi_head"),
        ("scoreFunctions.py", "score_functions"),
    ],
)
def test_a_name_in_another_convention_counts_if_the_file_defines_something_of_the_exercise(
    name: str, slug: str
) -> None:
    one = code(NAMES[slug][0])
    given = notebook(one.decode()) if "ipynb" in name else one
    assert answers({name: given}) == {slug: name}
    if name != "masking.py.txt":  # which is named after the exercise
        other = notebook("def other(): ...") if "ipynb" in name else code("other")
        assert answers({name: other}) == {}
        assert states({name: other})[name] <= {"offered", f"offered {slug}"}


def test_one_file_with_several_exercises_answers_each_of_them() -> None:
    several = right("softmax") + right("masking") + right("attention") + right("multi_head")
    wanted = dict.fromkeys(["softmax", "masking", "attention", "multi_head"], "homework3.py")
    assert answers({"homework3.py": several}) == wanted
    assert answers({"homework3.ipynb": notebook(several.decode())}) == dict.fromkeys(wanted, "homework3.ipynb")
    beside = {"homework3.py": several, "masking.py": right("masking", "# of its own")}
    assert answers(beside) == {**wanted, "masking": "masking.py"}
    assert states(beside)["homework3.py"] == {
        "used softmax", "used attention", "used multi_head", "left_out masking",
    }  # fmt: skip


def test_a_file_answers_what_it_defines_half_of_and_less_is_asked_about() -> None:
    assert answers({"my work.py": code("softmax", "scaled_scores")}) == {"softmax": "my work.py"}
    little = {"my work.py": code("softmax")}
    assert (answers(little), states(little)) == ({}, {"my work.py": {"offered softmax"}})
    assert why(little, "my work.py") == "could answer softmax: it defines 'softmax'"


def test_a_helper_function_beside_another_exercise_is_no_answer_and_no_question() -> None:
    assert states({"hw.py": code("attention", "softmax")}) == {"hw.py": {"used attention"}}
    more = {"hw.py": right("softmax") + code("split_heads", "merge_heads", "dot", "location")}
    assert states(more) == {"hw.py": {"used softmax", "used multi_head", "used score_functions"}}


def test_functions_that_several_exercises_ask_for_decide_nothing() -> None:
    assert states({"x.py": code("additive")}) == {
        "x.py": {"offered masking", "offered score_functions", "offered lookup"},
    }
    both = {"x.py": code("dot", "additive")}
    assert states(both)["x.py"] == {"used score_functions"}


def test_two_files_that_could_both_be_meant_are_both_offered() -> None:
    two = {"a.py": right("masking"), "b.py": right("masking", "# again\n")}
    assert answers(two) == {}
    assert states(two) == {"a.py": {"offered masking"}, "b.py": {"offered masking"}}
    assert why(two, "a.py") == "could answer masking, and so could 'b.py'"
    same = {"a.py": right("masking"), "b.py": right("masking") + b"\r\n"}
    assert answers(same) == {"masking": "a.py"}
    assert why(same, "b.py") == "has the same content as 'a.py'"
    finals = {"masking_final.py": right("masking"), "masking_final2.py": right("masking", "# 2"), "x.py": two["b.py"]}
    assert answers(finals) == {}
    assert set.union(*states(finals).values()) == {"offered masking"}


def test_the_file_that_is_named_after_the_exercise_wins_and_the_others_are_told() -> None:
    files = {
        "masking.py": right("masking", "# 1"),
        "masking-2.py": right("masking", "# 2"),
        "masking_final.py": right("masking", "# 3"),
        "old_masking.py": right("masking", "# 4"),
        "x.py": right("masking", "# 5"),
        "sub/masking-2.py": right("masking", "# 6"),
        "z/stub.py": stub("masking"),
    }
    assert answers(files) == {"masking": "masking-2.py"}
    assert states(files) == {
        "masking-2.py": {"used masking"},
        "masking.py": {"left_out masking"},
        "masking_final.py": {"offered masking"},
        "old_masking.py": {"left_out masking"},
        "x.py": {"left_out masking"},
        "sub/masking-2.py": {"left_out masking"},
        "z/stub.py": {"left_out masking"},
    }
    assert why(files, "masking.py") == why(files, "old_masking.py") == "is an older version of 'masking-2.py'"
    assert why(files, "x.py") == "is not graded for masking: 'masking-2.py' is"
    assert why(files, "z/stub.py") == "is the untouched stub of masking"


def test_rivals_of_one_name_are_offered_and_noted_in_the_result() -> None:
    files = {"a/masking.py": b"1", "b/masking.py": b"2", "c/masking.py": b"1"}
    answer = hand_in(files).answers["masking"]
    assert (answer.name, answer.note) == (
        "a/masking.py",
        "'a/masking.py' was graded, though 'b/masking.py' could be meant as well; keep one",
    )
    assert states(files)["b/masking.py"] == {"offered masking"}
    assert states(files)["c/masking.py"] == {"left_out masking"}
    both = hand_in({"masking.ipynb": notebook("x"), "masking.py": b"1"}).answers["masking"]
    assert (both.name, "'masking.ipynb' could be meant" in both.note) == ("masking.py", True)


def test_an_untouched_stub_gives_way_to_work_and_alone_it_counts_only_under_its_own_name() -> None:
    untouched = stub("masking").replace(b"\n", b"\r\n")
    work = notebook("# exercise: masking\ndef additive(x): return 1")
    for other in ({"1_a.ipynb": work}, {"my_masking.py": right("masking")}, {"hw.py": right("masking")}):
        files = {**other, "m/masking.py": untouched}
        assert answers(files) == {"masking": next(iter(other))}
        assert why(files, "m/masking.py") == "is the untouched stub of masking"
    assert answers({"masking.py": untouched}) == {"masking": "masking.py"}
    assert states({"stub.py": untouched}) == {"stub.py": {"left_out masking"}}


def test_a_module_that_another_imports_is_a_helper_unless_it_is_complete() -> None:
    main = b"from tools import dot\n" + right("masking")
    half = {"hw.py": main, "tools.py": code("dot", "location")}
    assert answers(half) == {"masking": "hw.py"}
    assert states(half)["tools.py"] == {"used masking"}
    assert why(half, "tools.py") == "is used by 'hw.py'"
    whole = {"hw.py": main, "tools.py": right("score_functions")}
    assert answers(whole) == {"masking": "hw.py", "score_functions": "tools.py"}
    named = {"hw.py": b"import softmax_tools\n" + right("masking"), "softmax_tools.py": code("softmax")}
    assert answers(named) == {"masking": "hw.py"}
    alone = {"softmax_tools.py": code("softmax")}
    assert answers(alone) == {"softmax": "softmax_tools.py"}


def test_a_file_that_is_named_after_one_exercise_and_solves_another_is_asked_about() -> None:
    swapped = {"masking.py": right("softmax")}
    assert answers(swapped) == {"masking": "masking.py"}
    assert states(swapped)["masking.py"] == {"used masking", "offered softmax"}
    helpers = {"masking.py": right("masking") + right("softmax")}
    assert states(helpers)["masking.py"] == {"used masking"}


def test_a_file_with_one_exercise_in_its_name_and_another_in_its_code_is_used_and_asked_about() -> None:
    both = {"masking_final.py": right("masking") + right("multi_head") + right("attention")}
    assert states(both) == {"masking_final.py": {"used masking", "offered multi_head"}}


def test_what_a_person_decided_counts_before_everything() -> None:
    files = {"masking.py": right("masking"), "x.py": code("softmax"), "y.txt": right("attention")}
    decided = {"x.py": ["masking", "softmax"], "y.txt": ["attention"]}
    assert answers(files, decided) == {"softmax": "x.py", "masking": "x.py", "attention": "y.txt"}
    assert states(files, decided)["masking.py"] == {"left_out masking"}
    assert answers(files, {"masking.py": []}) == {}
    assert states(files, {"masking.py": []})["masking.py"] == {"left_out"}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("plot.png", b"\x89PNG\0", "is not code, and no answer reads it"),
        ("other.csv", b"1,2", "is not code, and no answer reads it"),
        ("empty.py", b" \n", "is empty"),
        ("tests.py", b"from softmax import *\n", "defines nothing that an exercise asks for, and no answer imports it"),
        ("maskin.py", b"x = 1\n", "is not named after an exercise; was 'masking.py' meant?"),
        ("a/attention.attempt1.json", b"{}", "is an attempt at a quiz, which 'grader quiz grade' grades"),
        ("w.ipynb", notebook("# exercise: nothing"), "has cells for 'nothing', which the course does not have"),
        ("old.py.bak", right("softmax"), "is not graded for softmax: 'softmax.py' is"),
        (
            "work.txt",
            right("masking"),
            "could answer masking: it defines 'additive', 'look_ahead', 'masked_softmax' and 1 more",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value[-6:] else " ",
)
def test_a_file_that_is_not_used_is_told_with_the_reason(name: str, content: bytes, words: str) -> None:
    files = {name: content, "softmax.py": b"T = open('table.csv').read()\n" + right("softmax"), "table.csv": b"1"}
    assert why(files, name).startswith(words)
    assert states(files)["table.csv"] == {"used softmax"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"])
def test_a_program_is_read_whatever_editor_saved_it(encoding: str) -> None:
    head = f"# -*- coding: {encoding} -*-\n" if encoding in ("latin-1", "cp1252") else ""
    text = head + "T = 'größer'\n" + right("softmax").decode()
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    assert answers({"hw.py": (mark + text).encode(encoding)}) == {"softmax": "hw.py"}


def test_one_notebook_may_answer_several_exercises() -> None:
    marked = notebook("# exercise: 06_masking\nx = 1", "# Exercise: multi-head")
    by_metadata = notebook("x = 1", marked="softmax")
    assert answers({"a.ipynb": marked, "b.ipynb": by_metadata}) == {
        "masking": "a.ipynb",
        "multi_head": "a.ipynb",
        "softmax": "b.ipynb",
    }


def test_companions_are_those_that_an_answer_uses_and_lie_below_it() -> None:
    files = {
        "hw/masking.py": b"import helpers, notes\nT = open('data/t.csv')\n",
        "hw/helpers.py": b"h",
        "hw/unused.py": b"u",
        "hw/data/t.csv": b"t",
        "notes.py": b"n",
    }
    answer = hand_in(files).answers["masking"]
    assert answer == ("hw/masking.py", files["hw/masking.py"], (("data/t.csv", b"t"), ("helpers.py", b"h")), "")


STEMS = [
    *NAMES,
    "Masking",
    "LayerNorm",
    "final",
    "copy of masking",
    "helpers",
    "tools",
    "hw",
    "x",
    "über",
    "test_softmax",
]
SUFFIXES = [".py", ".ipynb", ".txt", ".py.txt", ".csv", ".PY", "", ".py.bak", " (1).py", "-2.py", "_v2.py"]
JUNK = ["__pycache__/x.pyc", ".DS_Store", "._masking.py", ".git/HEAD", "__MACOSX/hw/._x.py"]
names = st.tuples(st.sampled_from(["", "a/", "b/c/"]), st.sampled_from(STEMS), st.sampled_from(SUFFIXES)).map("".join)
functions = st.lists(st.sampled_from(sorted({name for asked in NAMES.values() for name in asked})), max_size=5)
contents = st.one_of(
    st.sampled_from([b"", b"\0\xff", b"x = 1\n", notebook("# exercise: masking"), b"{broken"]),
    st.sampled_from([stub(slug) for slug in NAMES] + [right(slug) for slug in NAMES]),
    st.tuples(
        functions, st.sampled_from(["", "import helpers, hw, x\n", "open('x.csv')\n", "import tools, softmax\n"])
    ).map(lambda made: made[1].encode() + code(*made[0])),
    functions.map(lambda chosen: notebook(code(*chosen).decode())),
    functions.map(lambda chosen: code(*chosen).decode().encode("utf-16")),
)
decisions = st.dictionaries(names, st.lists(st.sampled_from([*NAMES]), max_size=2, unique=True), max_size=2)


@given(st.dictionaries(names, contents, max_size=8), decisions)
@settings(max_examples=400, deadline=None)
def test_every_file_is_accounted_for_exactly_once_for_each_exercise(
    files: dict[str, bytes], decided: dict[str, list[str]]
) -> None:
    found = hand_in(files, decided)
    places = Counter((record.name, record.exercise) for record in found.records)
    assert set(places.values()) <= {1}
    assert {record.name for record in found.records} == set(files)
    answering = {(one.exercise, one.name) for one in found.records if one.reason == f"answers {one.exercise}"}
    assert answering == {(slug, answer.name) for slug, answer in found.answers.items()}
    used = {(one.exercise, one.name) for one in found.records if one.status is USED}
    companions = {
        (slug, answer.name.rpartition("/")[0] + "/" * ("/" in answer.name) + name)
        for slug, answer in found.answers.items()
        for name, _ in answer.companions
    }
    assert used == answering | companions
    for slug, answer in found.answers.items():
        chosen = decided.get(answer.name)
        assert chosen is None or slug in chosen
    assert all(record.reason and record.sentence.isprintable() for record in found.records)
    assert hand_in(dict(reversed(files.items())), decided) == found


raw_names = st.one_of(
    names,
    st.sampled_from([*JUNK, "../x.py", "/etc/x", "C:\\x.py", "a\x01b.py", "in.rar", "m" * 300]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0/\\"), min_size=1, max_size=6),
)


@example({"a/masking.py": b"", "a/Masking.py": b""}, False)
@given(st.dictionaries(raw_names, contents, max_size=8), st.booleans())
@settings(max_examples=200, deadline=None)
def test_every_member_of_an_archive_is_read_or_told(files: dict[str, bytes], nested: bool) -> None:
    data = zipped({"in.zip": zipped(files)}) if nested else zipped(files)
    with zipfile.ZipFile(io.BytesIO(data)) as whole:
        count = len(whole.infolist())
    collector = Collector()
    add_archive(collector, "all.zip", lambda: io.BytesIO(data), "")
    read, told = dict(collector.entries()), {record.name for record in collector.records()}
    assert count == (1 if nested else len(files))
    prefix = "in.zip/" if nested else ""
    for raw in files:
        try:
            name = safe(raw)
        except UnsafeName:
            assert shortened(prefix + raw) in told
            continue
        folded = {prefix + name, shortened(prefix + name), shortened(prefix + junk_in(name))}
        assert folded & (read.keys() | told), (raw, sorted(read), sorted(told))
    if nested and not files:
        assert told == {"in.zip"}
