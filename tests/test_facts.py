"""What the grader sees whatever the mistake is called: changed arguments, what is special about failed checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import RIGHT, ROOT, Check, GraderCommand, MiniCourse
from tests.helpers import with_double

POINTS = {"doubles": 2, "negative": 1, "adds": 1, "secret": 1}
INPUTS = "inputs_unchanged"


def watch(mini: MiniCourse) -> MiniCourse:
    """Two points for leaving arguments alone."""
    text = (mini.exercise / "exercise.yaml").read_text(encoding="utf-8")
    (mini.exercise / "exercise.yaml").write_text(text.replace("inputs_unchanged: 0", "inputs_unchanged: 2"))
    return mini


@pytest.fixture
def watched(mini: MiniCourse) -> MiniCourse:
    return watch(mini)


@pytest.mark.usefixtures("watched")
def test_right_code_earns_the_points_for_leaving_its_arguments_alone(check: Check) -> None:
    done = check(RIGHT)
    assert (done.code, done.result["score"], done.result["max_score"]) == (0, 9.0, 9.0)
    assert done[INPUTS]["outcome"] == done["inputs_unchanged_hidden"]["outcome"] == "passed"


@pytest.mark.parametrize(
    "body",
    [
        "x *= 2\nreturn x",
        "x += x\nreturn x[:]",
        "np.multiply(x, 2, out=x)\nreturn [x][0]",
        "y = 2 * x\nx[...] = 0\nreturn y",
        "y = 2 * x\nx.sort()\nx[..., 0] = np.nan\nreturn y",
    ],
)
@pytest.mark.usefixtures("watched")
def test_a_changed_argument_is_named_costs_its_own_points_alone_and_is_set_back(check: Check, body: str) -> None:
    done = check(with_double(body, "import numpy as np\n"))
    assert {name: outcome for name, outcome in done.outcomes().items() if outcome != "passed"} == {
        INPUTS: "failed",
        "inputs_unchanged_hidden": "failed",
    }
    message = "double changes its argument 'x' (in 'every value is doubled'): work on a copy"
    assert done[INPUTS]["message"] == message
    assert done["inputs_unchanged_hidden"]["message"] == ""
    assert (done.result["score"], done.code) == (5.0, 1)


@pytest.mark.torch
def test_lists_dicts_and_tensors_inside_arguments_are_watched_and_a_later_call_finds_them_as_they_were(
    check: Check, watched: MiniCourse
) -> None:
    watched.checks(
        """
        @check("a call after it finds the same", parts="first; second")
        def twice(impl, rng):
            import torch
            x = {"rows": [rng.normal(size=3), (torch.ones(2), [1, 2, 3])]}
            return impl.double(x), impl.double(x)
        """,
        {"twice": 1},
    )
    watch(watched)
    (watched.solution / "solution.py").write_text("def double(x):\n    return [*x['rows'][1][1], x['rows'][0][0]]\n")
    body = "y = [*x['rows'][1][1], float(x['rows'][0][0])]\n{}\nreturn y"
    changes = [
        "x['rows'][1][0].mul_(2)",
        "x['rows'][1][1].append(4)",
        "x['more'] = 1",
        "x['rows'][0][0] = 9",
        "x.clear()",
    ]
    for change in changes:
        done = check(with_double(body.format(change)))
        assert done.outcomes() == {"twice": "passed", INPUTS: "failed"}, change
    assert check(with_double(body.format("x = dict(x, more=1)"))).outcomes() == {"twice": "passed", INPUTS: "passed"}


def test_an_argument_that_may_change_costs_nothing(check: Check, watched: MiniCourse) -> None:
    watched.yaml(POINTS, "may_change: {double: [x]}\n")
    watch(watched)
    assert check(with_double("x *= 2\nreturn x"))[INPUTS]["outcome"] == "passed"


@pytest.mark.usefixtures("watched")
def test_code_of_which_nothing_passes_earns_no_points_for_leaving_arguments_alone(check: Check) -> None:
    done = check("def double(x):\n    return 0\n\n\ndef total(x):\n    return 0\n")
    assert (done[INPUTS]["outcome"], done[INPUTS]["message"]) == ("not_attempted", "no check passes yet")
    assert done.result["score"] == 0.0


@pytest.mark.torch
def test_the_methods_of_a_module_are_watched_too(grader: GraderCommand, tmp_path: Path) -> None:

    text = (ROOT / "solutions/3_blocks/03_layer_norm/solution.py").read_text(encoding="utf-8")
    text += """
right = LayerNorm.forward


def forward(self, x):
    y = right(self, x)
    x.data.zero_()
    return y


LayerNorm.forward = forward
"""
    path = tmp_path / "layer_norm.py"
    path.write_text(text, encoding="utf-8")
    run = grader("check", "layer_norm", "--submission", path, "--json")
    failed = [one for one in run.json["checks"] if one["outcome"] != "passed"]
    assert {one["id"] for one in failed} == {INPUTS, "inputs_unchanged_hidden"}
    assert failed[0]["message"].startswith("LayerNorm changes its argument 'x'")


def test_what_only_the_failed_checks_have_is_said(check: Check, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("twice", axes="row column")
        def wide(impl, rng):
            return impl.double(rng.normal(size=(2, 3)))

        @check("twice again", axes="row column")
        def tall(impl, rng):
            return impl.double(rng.normal(size=(5, 4)))

        @check("twice in a square", axes="row column")
        def square(impl, rng):
            return impl.double(rng.normal(size=(3, 3)))

        @check("twice in a square again", axes="row column")
        def larger(impl, rng):
            return impl.double(rng.normal(size=(4, 4)))
        """,
        {"wide": 1, "tall": 1, "square": 1, "larger": 1},
    )
    done = check(
        with_double("return 2 * x + 1e-3 * (x.shape[0] == x.shape[1]) * x.T if x.shape[0] == x.shape[1] else 2 * x")
    )
    fact = "double passes 2 other checks; in none of them do two axes have the same length."
    assert fact in done["square"]["details"]
    assert fact in done["larger"]["details"]
    everywhere = check(with_double("return 3 * x"))
    assert not any("other checks" in line for one in everywhere.result["checks"] for line in one["details"])


def test_a_short_call_is_shown_as_it_can_be_pasted(check: Check, mini: MiniCourse) -> None:
    mini.checks('@check("twice")\ndef one(impl, rng):\n    return impl.double(np.array([1.5, -np.inf]))\n', {"one": 1})
    assert "    double(x=np.array([1.5, -np.inf]))" in check(with_double("return x"))["one"]["details"]


def test_a_result_that_is_the_argument_is_said(check: Check) -> None:
    assert "double returned its argument 'x' as it was." in check(with_double("return x"))["doubles"]["details"]


@pytest.mark.torch
def test_what_a_step_leaves_of_a_model_is_said(check: Check, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("a step")
        def step(impl, rng):
            import torch
            model = inject(torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Dropout(0.0)), rng)
            impl.double(model)
            return [p.detach().clone() for p in model.parameters()][0]
        """,
        {"step": 1},
    )
    mini.write(
        "solutions/1_basics/01_double/solution.py",
        """
        import torch


        def double(model):
            model.train()
            model(torch.ones(1, 2)).sum().backward()
            with torch.no_grad():
                for parameter in model.parameters():
                    parameter.sub_(parameter.grad)
        """,
    )
    (mini.exercise / "stub.py").write_text("import torch\n\n\ndef double(model):\n    raise NotImplementedError\n")
    lazy = check("import torch\n\n\ndef double(model):\n    model.eval()\n")["step"]["details"]
    assert "double left every parameter as it was: nothing was updated." in lazy
    assert "double left no parameter with a gradient." in lazy
    assert "double left 'the model', '0', '1' in eval mode." in lazy


def test_a_second_mistake_leaves_a_guess_worded_as_one_and_no_name(check: Check) -> None:
    """`negative` alone sees the lost sign; the other check of the function sees both mistakes."""
    mixed = check(with_double("return 2 * abs(x) if x.ndim == 2 else 2 * x - 1"))
    assert mixed["doubles"]["misconception"] is None
    assert mixed["doubles"]["diagnosis"] == "This looks like a known mistake: The sign is lost."
    assert mixed["negative"]["diagnosis"] is None
    both = check(with_double("return 2 * abs(x)"))
    assert (both["doubles"]["misconception"], both["doubles"]["diagnosis"]) == ("absolute", "The sign is lost.")


def test_a_guess_needs_every_check_that_the_mistake_fails(check: Check) -> None:
    assert check(with_double("return 2 * abs(x) if x.ndim == 2 else 2 * x"))["doubles"]["diagnosis"] is None


def test_a_second_spelling_has_the_words_of_the_first(check: Check, mini: MiniCourse) -> None:
    spelling = "def double(x):\n    return x * x + 0.125\n"
    before = check(with_double("return x * x + 0.125"))
    assert before["doubles"]["misconception"] is None
    (mini.solution / "misconceptions" / "squared.2.py").write_text(spelling)
    after = check(with_double("return x * x + 0.125"))
    assert (after["doubles"]["misconception"], after["doubles"]["diagnosis"]) == ("squared", "The value is squared.")
    assert check(with_double("return x * x"))["doubles"]["misconception"] == "squared"


def test_a_check_of_precision_neither_gives_nor_vetoes_a_name(check: Check, mini: MiniCourse) -> None:
    mini.checks(
        """
        @check("twice", axes="item")
        def doubles(impl, rng):
            return impl.double(rng.normal(size=4))

        @check("twice, at any size", axes="item", precision=True)
        def large(impl, rng):
            return impl.double(1e6 * rng.normal(size=3))
        """,
        {"doubles": 1, "large": 1},
    )
    blurred = check(with_double("return x * x * (1 + 1e-2 * (abs(x).max() > 1e3))"))
    assert (blurred["doubles"]["misconception"], blurred["large"]["misconception"]) == ("squared", None)


def test_helpers_of_the_submission_connect_its_functions(check: Check) -> None:
    """Both functions share a helper here, so a wrong value of one is a doubt about the other."""
    helper = "import numpy as np\n\n\ndef shared(x):\n    return x * x\n\n\n"
    apart = helper + "def double(x):\n    return shared(x)\n\n\ndef total(x):\n    return np.sum(x) + 1.317\n"
    assert check(apart)["doubles"]["misconception"] == "squared"
    together = helper + "def double(x):\n    return shared(x)\n\n\ndef total(x):\n    return np.sum(shared(x))\n"
    assert check(together)["doubles"]["misconception"] is None


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("raise NotImplementedError", "not_attempted"),
        ("x = x + 0\nraise NotImplementedError", "not_implemented"),
        ("raise NotImplementedError('float16 is not supported')", "exception"),
        ("class Old:\n    __slots__ = ()\nraise NotImplementedError('later')", "exception"),
    ],
)
def test_only_a_bare_not_implemented_error_is_work_to_be_done(check: Check, body: str, outcome: str) -> None:
    assert check(with_double(body))["doubles"]["outcome"] == outcome


def test_an_exception_about_shapes_says_which_shapes_met_and_what_helps(check: Check) -> None:
    sums = check(with_double("sums = x.sum(-1)\nreturn x / sums", "import numpy as np\n"))["doubles"]["message"]
    assert "Here x has shape (2, 3), sums has shape (2,). " in sums
    assert "needs keepdims=True" in sums
    product = check(with_double("return x @ x"))["doubles"]["message"]
    assert "Here x has shape (2, 3). " in product
    assert "transposed" in product


@pytest.mark.torch
def test_in_an_exercise_without_torch_it_creates_what_it_does_on_the_students_machine(check: Check) -> None:
    body = "single = torch.from_numpy(x).float()\nreturn (single + torch.zeros(x.shape).copy_(single)).numpy()"
    assert check(with_double(body, "import torch\n"))["doubles"]["outcome"] == "passed"
    assert (
        check(with_double("assert torch.ones(1).dtype == torch.float32\nreturn 2 * x", "import torch\n"))["doubles"][
            "outcome"
        ]
        == "passed"
    )
