"""The simulated accelerator against the CPU, and device checks through the grader.

Registering a device cannot be undone, so everything that needs it runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.errors import UsageError
from grader.grade import Grader, write_outcomes
from grader.grade.reference import read_outcomes
from grader.results import CheckResult, ExerciseResult, Outcome
from grader.submission import Submission
from grader.worker import Worker, start_worker
from grader.worker.device_hints import device_hint as device_words
from grader.worker.start import choose_device
from tests.conftest import ROOT, GraderCommand, MiniCourse

START = """
import json, sys
import torch
torch.set_num_threads(1)
from grader.worker.library_shims import make_do
make_do(torch)
from grader.worker.accelerator.device import plug_in
plug_in()
from torch import nn
import torch.nn.functional as F

def tell(**facts):
    print("FACTS" + json.dumps(facts))

def error(function):
    try:
        function()
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return "no error"
"""


def on_device(code: str) -> dict[str, Any]:
    """Runs code where the device is registered, and returns what it tells. From a file: torch writes many stacks, and
    without a file Python looks for each line in every module."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "code.py")
        file.write_text(START + dedent(code))
        done = subprocess.run(
            [sys.executable, "-W", "ignore", file],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=280,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-3000:]
    return {
        name: value
        for line in done.stdout.splitlines()
        if line.startswith("FACTS")
        for name, value in json.loads(line.removeprefix("FACTS")).items()
    }


# torch's own list of operators and sample inputs. Its test helpers import a package for expected outputs, which is not
# installed and not used here: an empty module stands in for it.
OPERATORS = """
import types, unittest
helper = types.ModuleType("expecttest")
helper.TestCase, helper.assert_expected_inline = unittest.TestCase, None
sys.modules["expecttest"] = helper
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_flatten, tree_map

# no result to compare; sparse; split points that must be on the CPU, as with CUDA; rounding that depends on alignment
LEFT_OUT = {"empty", "empty_like", "new_empty", "new_empty_strided", "empty_strided", "empty_permuted", "to_sparse",
            "sparse.mm", "sparse.sampled_addmm", "tensor_split", "chalf", "as_strided", "linalg.lstsq"}

def tensors(value, wanted=lambda tensor: True):
    return [leaf for leaf in tree_flatten(value)[0] if isinstance(leaf, torch.Tensor) and wanted(leaf)]

def moved(value, device):
    def move(leaf):
        if not isinstance(leaf, torch.Tensor):
            return leaf
        return leaf.detach().clone().to(device).requires_grad_(leaf.requires_grad)
    return tree_map(move, value)

def outcome(info, sample, device):
    torch.default_generator.manual_seed(0)  # the other one writes a stack for each kind of device
    first, args, kwargs = moved((sample.input, sample.args, sample.kwargs), device)
    if "device" in kwargs:
        kwargs["device"] = device
    made = info(first, *args, **kwargs)
    results = tensors(made)
    wrong = [r for r in results if r.device.type != torch.device(device).type]
    assert not wrong or info.name in ("to",), "result on another device"
    leaves = tensors((first, args, kwargs), lambda leaf: leaf.requires_grad)
    ends = tensors(made, lambda leaf: leaf.requires_grad and leaf.is_floating_point())
    gradients = torch.autograd.grad(sum(end.pow(2).sum() for end in ends), leaves, allow_unused=True) if ends else ()
    return [r.detach().cpu() for r in results] + [g.cpu() for g in gradients if g is not None]

def equal(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and torch.equal(
        *(t.nan_to_num() if t.is_floating_point() else t for t in (one, other)))

def compare(info, gradients, most):
    count = 0
    for sample in info.sample_inputs("cpu", torch.float32, requires_grad=gradients):
        try:
            expected = outcome(info, sample, "cpu")
        except Exception:
            continue  # not a sample for this kind of number
        found = outcome(info, sample, "sim")
        assert len(found) == len(expected) and all(map(equal, found, expected)), "another result"
        count += 1
        if count == most:
            break
    return count

def judge(wanted, gradients, most):
    equal_names, other = set(), {}
    for info in op_db:
        if torch.float32 not in info.dtypes or not wanted(info) or (gradients and not info.supports_autograd):
            continue
        try:
            if compare(info, gradients, most):
                equal_names.add(info.name)
        except Exception as problem:
            other[info.name] = str(problem)[:200]
    return equal_names, other
"""


TRAINING = (
    "add sub mul div matmul mm bmm baddbmm addmm einsum softmax log_softmax masked_fill where cat stack gather scatter "
    "scatter_add index_select topk sort max min amax sum mean var std norm linalg.norm exp log sqrt rsqrt pow tanh "
    "sigmoid clamp cumsum transpose permute reshape view expand repeat squeeze unsqueeze narrow select chunk split "
    "tril triu flatten unfold roll flip diagonal logsumexp index_put index_add masked_scatter take_along_dim outer "
    "nn.functional.linear nn.functional.embedding nn.functional.layer_norm nn.functional.gelu nn.functional.relu "
    "nn.functional.silu nn.functional.cross_entropy nn.functional.nll_loss nn.functional.dropout nn.functional.softmin "
    "nn.functional.scaled_dot_product_attention nn.functional.mse_loss nn.functional.pad nn.functional.conv1d "
    "nn.functional.kl_div nn.functional.normalize nn.functional.one_hot nn.functional.leaky_relu nn.functional.glu"
)


@pytest.fixture(scope="module")
def operators() -> dict[str, Any]:
    """Operators of torch's list that take float32, on their first samples; gradients of those that training uses."""
    return on_device(
        OPERATORS
        + f"WANTED = set({TRAINING.split()!r})\n"
        + """
names, other = judge(lambda info: info.name not in LEFT_OUT and not info.name.startswith("fft."), False, 3)
tell(count=len(names), other=other)
names, other = judge(lambda info: info.name in WANTED, True, 2)
tell(gradients=len(names), other_gradients=other)
"""
    )


def test_operators_give_the_results_of_the_cpu_bit_for_bit(operators: dict[str, Any]) -> None:
    assert operators["other"] == {}
    assert operators["count"] >= 500


def test_gradients_are_those_of_the_cpu_bit_for_bit(operators: dict[str, Any]) -> None:
    assert operators["other_gradients"] == {}
    assert operators["gradients"] >= 80


TRANSFORMER = """
def train(device, optimiser, dropout=0.1, steps=2):
    torch.default_generator.manual_seed(0)  # the other one writes a stack for each kind of device
    model = nn.Transformer(16, 2, 2, 2, 32, dropout=dropout, batch_first=True).to(device)
    stepper = optimiser(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.LambdaLR(stepper, lambda step: min(1, (step + 1) / 4))
    source, target = torch.randn(3, 7, 16).to(device), torch.randn(3, 5, 16).to(device)
    labels = torch.randint(0, 16, (3, 5)).to(device)
    future = nn.Transformer.generate_square_subsequent_mask(5, device=device)
    padding = (torch.arange(7)[None] >= torch.tensor([7, 5, 3])[:, None]).to(device)
    for _ in range(steps):
        stepper.zero_grad()
        out = model(source, target, tgt_mask=future, src_key_padding_mask=padding, memory_key_padding_mask=padding)
        loss = F.cross_entropy(out.flatten(0, 1), labels.flatten(), ignore_index=0, label_smoothing=0.1)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        stepper.step()
        schedule.step()
    model.eval()
    with torch.no_grad():
        seen = model(source, target, tgt_mask=future)
    return {**model.state_dict(), "loss": loss.detach(), "seen": seen}

def same(one, other):
    return all(torch.equal(one[name].cpu(), other[name].cpu()) for name in one)
"""


def test_a_transformer_trains_as_on_the_cpu_with_every_optimiser() -> None:
    found = on_device(
        TRANSFORMER
        + """
kinds = [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop, torch.optim.Adagrad]
results = {kind.__name__: (train("cpu", kind), train("sim", kind)) for kind in kinds}
tell(same={name: same(*pair) for name, pair in results.items()},
     devices=sorted({tensor.device.type for pair in results.values() for tensor in pair[1].values()}))
"""
    )
    assert found["same"] == dict.fromkeys(("SGD", "Adam", "AdamW", "RMSprop", "Adagrad"), True)
    assert found["devices"] == ["sim"]


def test_tensors_of_two_devices_are_refused_in_the_words_of_cuda() -> None:
    found = on_device(
        """
        here, there = torch.ones(3, 3), torch.ones(3, 3, device="sim")
        ids = torch.zeros(2, dtype=torch.long)
        tell(
            add=error(lambda: there + here),
            reverse=error(lambda: here + there),
            matmul=error(lambda: there @ here),
            cat=error(lambda: torch.cat([there, here])),
            where=error(lambda: torch.where(there > 0, there, here)),
            masked=error(lambda: there.masked_fill(here > 0, 0.0)),
            embedding=error(lambda: F.embedding(ids, there)),
            in_place=error(lambda: here.add_(there)),
            attention=error(lambda: F.scaled_dot_product_attention(there[None], here[None], there[None])),
            loss=error(lambda: F.cross_entropy(there, torch.zeros(3, dtype=torch.long))),
            table=error(lambda: here[ids.to("sim")]),
            index=error(lambda: there[ids]),
            number=error(lambda: there * torch.tensor(2.0)),
            python=error(lambda: there * 2 + 1),
            numpy=error(lambda: there.numpy()),
            array=error(lambda: __import__("numpy").asarray(there)),
            generator=error(lambda: torch.randn(2, device="sim", generator=torch.Generator())),
        )
        """
    )
    words = "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, "
    assert found["add"] == f"{words}sim:0 and cpu!"
    assert found["reverse"] == f"{words}cpu and sim:0!"
    for name in ("matmul", "cat", "where", "masked", "embedding", "in_place", "attention", "loss"):
        assert found[name].startswith(words), name
    assert "(when checking argument for argument mat2 in method wrapper_SIM_mm)" in found["matmul"]
    assert found["table"].endswith("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
    assert [found[name] for name in ("index", "number", "python")] == ["no error"] * 3
    words = "TypeError: can't convert sim:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host"
    assert found["numpy"].startswith(words)
    assert found["array"].startswith(words)
    assert found["generator"] == "RuntimeError: Expected a 'sim' device type for generator but found 'cpu'"


def test_copies_and_waits_are_counted() -> None:
    found = on_device(
        """
        from grader.checks import copies
        there = torch.ones(3, 3).to("sim")
        def count(function, device="sim"):
            with copies(device) as seen:
                function()
            return [seen["to_device"], seen["to_host"], seen["waits"]]
        model = nn.Linear(2, 2)
        tell(
            to=count(lambda: torch.ones(2).to("sim")), made=count(lambda: torch.ones(2, device="sim")),
            tensor=count(lambda: torch.tensor([1.0], device="sim")), module=count(lambda: model.to("sim")),
            cpu=count(there.cpu), item=count(lambda: there.sum().item()), text=count(there.tolist),
            branch=count(lambda: bool((there > 0).all())), nonzero=count(there.nonzero),
            into=count(lambda: torch.ones(3, 3).copy_(there)), inside=count(lambda: (there @ there).softmax(-1)),
            dtype=count(lambda: there.double()), cpu_only=count(lambda: torch.ones(1).item(), "cpu"),
        )
        """
    )
    assert found == {
        "to": [1, 0, 0], "made": [0, 0, 0], "tensor": [1, 0, 0], "module": [2, 0, 0], "cpu": [0, 1, 1],
        "item": [0, 0, 1], "text": [0, 1, 1], "branch": [0, 0, 1], "nonzero": [0, 0, 1], "into": [0, 1, 1],
        "inside": [0, 0, 0], "dtype": [0, 0, 0], "cpu_only": [0, 0, 0],
    }  # fmt: skip


def test_modules_are_moved_saved_and_loaded() -> None:
    found = on_device(
        """
        import copy, io
        from grader.checks import place, unplugged
        class Tied(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding, self.out = nn.Embedding(5, 4), nn.Linear(4, 5, bias=False)
                self.out.weight = self.embedding.weight
                self.register_buffer("table", torch.arange(4.0))
                self.plain = torch.arange(4.0)
        model = Tied().to("sim")
        file = io.BytesIO()
        torch.save(model.state_dict(), file)
        def load(**how):
            file.seek(0)
            return torch.load(file, **how)
        back, mapped = load(), load(map_location="cpu")
        twin = copy.deepcopy(model)
        with torch.no_grad():
            twin.table.add_(1)
        with unplugged("sim"):
            refused, accepted = error(load), error(lambda: load(map_location="cpu"))
        tell(
            tied=model.out.weight is model.embedding.weight,
            buffer=place(model.table, "sim"), plain=place(model.plain, "sim"),
            back=sorted({place(t, "sim") for t in back.values()}),
            mapped=sorted({place(t, "cpu") for t in mapped.values()}),
            equal=all(torch.equal(back[name].cpu(), mapped[name]) for name in back)
                  and torch.equal(back["table"], model.table),
            kept=str(Tied().to("sim").load_state_dict(mapped)), apart=model.table.tolist(), refused=refused,
            accepted=accepted, again=error(load), home=sorted({place(p, "cpu") for p in model.cpu().parameters()}),
        )
        """
    )
    assert found["tied"]
    assert found["equal"]
    assert (found["buffer"], found["plain"]) == ("on the device", "elsewhere")
    assert found["back"] == found["mapped"] == found["home"] == ["on the device"]
    assert found["kept"] == "<All keys matched successfully>"
    assert found["apart"] == [0.0, 1.0, 2.0, 3.0]
    assert "map_location" in found["refused"]
    assert (found["accepted"], found["again"]) == ("no error", "no error")


def test_the_rest_of_a_training_loop_works() -> None:
    """Generators, autocast, scaling, endless views, what the first optimiser loads."""
    found = on_device(
        """
        mine, theirs = torch.Generator(device="sim").manual_seed(5), torch.Generator().manual_seed(5)
        draws = [torch.randn(4, device="sim", generator=mine).cpu().equal(torch.randn(4, generator=theirs)),
                 torch.multinomial(torch.ones(9, device="sim"), 3, generator=mine).cpu().equal(
                     torch.multinomial(torch.ones(9), 3, generator=theirs))]
        model, x = nn.Linear(3, 3).to("sim"), torch.ones(2, 3, device="sim")
        stepper, scaler = torch.optim.SGD(model.parameters(), lr=0.1), torch.amp.GradScaler("sim")
        with torch.autocast("sim", dtype=torch.bfloat16):
            out = model(x)
            kinds = [str(out.dtype), str(out.softmax(-1).dtype)]
        scaler.scale(out.float().sum()).backward()
        scaler.step(stepper)
        view = torch.zeros(4, device="sim")
        for _ in range(20000):
            view = view.view(2, 2).detach().flatten()
        out = torch.empty(0, device="sim")
        torch.add(x, x, out=out)
        tell(draws=draws, kinds=kinds, view=view.tolist(), out=out.tolist(),
             shown=repr(x[0]), default=isinstance(torch.default_generator, torch.Generator),
             pinned=error(lambda: torch.ones(2).pin_memory().to("sim", non_blocking=True)),
             home=error(lambda: x.to("cpu", non_blocking=True)),
             modules=len([name for name in sys.modules if name.startswith("torch._dynamo")]))
        """
    )
    assert found["draws"] == [True, True]
    assert found["kinds"] == ["torch.bfloat16", "torch.float32"]
    assert found["view"] == [0.0] * 4
    assert found["out"] == [[2.0] * 3] * 2
    assert found["shown"] == "tensor([1., 1., 1.], device='sim:0')"
    assert found["default"]
    assert (found["pinned"], found["home"]) == ("no error", "no error")
    assert found["modules"] == 1, "an optimiser must not load the compiler"


MOVING = """
class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.out = nn.Embedding(5, 4), nn.Linear(4, 5, bias=False)
        self.out.weight = self.embedding.weight

    def forward(self, ids):
        return self.out(self.embedding(ids))

def train(devices, move, optimiser=torch.optim.SGD):
    \"\"\"The losses of two steps on each device, with an optimiser built before the first move.\"\"\"
    torch.default_generator.manual_seed(0)
    model = Tied()
    before = [id(parameter) for parameter in model.parameters()]
    stepper, losses = optimiser(model.parameters(), lr=0.5), []
    for device in devices:
        move(model, device)
        for _ in range(2):
            ids = torch.tensor([1, 2, 3], device=device)
            loss = F.cross_entropy(model(ids), ids.roll(1))
            stepper.zero_grad()
            loss.backward()
            stepper.step()
            losses.append(loss.item())
    assert [id(parameter) for parameter in model.parameters()] == before
    assert model.out.weight is model.embedding.weight
    return losses

def by_module(model, device):
    model.to(device)

def by_data(model, device):
    for parameter in model.parameters():
        parameter.data = parameter.data.to(device)
        parameter.grad = None
"""


def test_parameters_stay_the_same_objects_when_they_move_so_that_an_early_optimiser_works() -> None:
    """As with CUDA: `Module.to` and `.data` put other content into a Parameter that exists."""
    found = on_device(
        MOVING
        + """
home = train(["cpu"] * 3, by_module)
tell(there=train(["sim"] * 3, by_module) == home, there_and_back=train(["sim", "cpu", "sim"], by_module) == home,
     data=train(["sim", "cpu", "sim"], by_data) == home, falls=home[-1] < home[0],
     adam=train(["sim"] * 3, by_module, torch.optim.Adam) == train(["cpu"] * 3, by_module, torch.optim.Adam),
     state=error(lambda: train(["cpu", "sim"], by_module, torch.optim.Adam)))
"""
    )
    state = found.pop("state")
    assert set(found.values()) == {True}
    assert "found at least two devices" in state, "moments that stayed on the CPU are refused, as CUDA does"


def test_recurrent_layers_run_and_learn_as_on_the_cpu() -> None:
    found = on_device(
        """
        def outcome(kind, device, **how):
            torch.default_generator.manual_seed(0)
            model, x = kind(3, 4, batch_first=True, **how).to(device), torch.randn(2, 5, 3).to(device)
            packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor([5, 3]), batch_first=True)
            out = nn.utils.rnn.pad_packed_sequence(model(packed)[0], batch_first=True)[0]
            (out.pow(2).sum() + model(x)[0].sum()).backward()
            return [out.detach().cpu(), *(parameter.grad.cpu() for parameter in model.parameters())]
        def off(kind, **how):
            pairs = zip(outcome(kind, "cpu", **how), outcome(kind, "sim", **how), strict=True)
            return max(float((one - other).abs().max()) for one, other in pairs)
        deep = {"num_layers": 2, "bidirectional": True}
        tell(off=[off(kind, **how) for kind in (nn.LSTM, nn.GRU, nn.RNN) for how in ({}, deep, {"bias": False})],
             cells=[str(kind(3, 4).to("sim")(torch.ones(2, 3, device="sim"))[0].device)
                    for kind in (nn.LSTMCell, nn.GRUCell)])
        """
    )
    assert max(found["off"]) < 1e-5, "the CPU adds biases in another order"
    assert found["cells"] == ["sim:0"] * 2


def test_what_the_simulation_lacks_is_not_blamed_on_the_student() -> None:
    found = on_device(
        """
        import weakref
        x, model = torch.ones(3, 3, device="sim"), nn.Linear(2, 2)
        reference = weakref.ref(model.weight)
        tell(
            sparse=error(lambda: torch.eye(3).to_sparse().to("sim")), to_sparse=error(x.to_sparse),
            nested=error(lambda: torch.nested.nested_tensor([x[0], x[1, :2]]).unbind()),
            quantized=error(lambda: torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)),
            stream=error(lambda: torch.sim.Stream()), memory=error(lambda: torch.sim.memory_allocated()),
            weak=error(lambda: model.to("sim")),
        )
        """
    )
    for problem in found.values():
        assert device_words(problem, [], lambda _: "").startswith("a GPU can do this"), problem


# Through the grader: a course with one exercise, `total(x, device)`.

SOLUTION = """
import torch


class Shift(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.arange(3.0))
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return self.weight * x + self.table


def train(model, device, batches):
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for x in batches:
        optimizer.zero_grad()
        loss = model(x.to(device)).pow(2).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses).tolist()


def restore(path, device):
    return torch.load(path, map_location=device)
"""
CHECKS = """
import torch

from grader.checks import copies, place, unplugged


@check("the model trains on the device")
def trains(impl, rng, device):
    model = inject(impl.Shift(), rng)
    losses = impl.train(model, device, [torch.as_tensor(rng.normal(size=(2, 3))) for _ in range(3)])
    return losses, model.weight, place(model.weight, device)


@check("a loop waits for the device once")
def waits(impl, rng, device):
    model = inject(impl.Shift(), rng)
    batches = [torch.as_tensor(rng.normal(size=(2, 3))) for _ in range(5)]
    with copies(device) as seen:
        impl.train(model, device, batches)
    return seen


@check("a checkpoint can be loaded without the device")
def loads(impl, rng, device):
    torch.save({"a": torch.ones(2, device=device)}, "checkpoint.pt")
    with unplugged(device):
        return impl.restore("checkpoint.pt", "cpu")


@check("the CPU works too")
def plain(impl, rng):
    return impl.Shift()(torch.ones(3))
"""
JUDGES = """
from grader.checks import judge


@judge("waits")
def few_waits(value, reference, secret):
    if value["waits"] > reference["waits"]:
        return f"the host waited {value['waits']} times for the device: keep .item() out of the loop"
    return None
"""


@pytest.fixture
def devices(mini: MiniCourse) -> MiniCourse:
    mini.checks(CHECKS, {"trains": 2, "waits": 1, "loads": 1, "plain": 1})
    stub = (
        SOLUTION.split("class Shift")[0]
        + '''
class Shift(torch.nn.Module):
    """A shift."""

    def __init__(self):
        raise NotImplementedError


def train(model, device, batches):
    raise NotImplementedError


def restore(path, device):
    raise NotImplementedError
'''
    )
    (mini.exercise / "stub.py").write_text(stub)
    (mini.exercise / "judges.py").write_text(JUDGES)
    (mini.solution / "solution.py").write_text(SOLUTION)
    for path in (mini.solution / "misconceptions").glob("*.py"):
        path.unlink()
    mini.write(
        "solutions/1_basics/01_double/misconceptions/no_table.py",
        '''
        """The table is left out.

        Add it.
        """

        import torch


        class Shift(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.ones(3))

            def forward(self, x):
                return self.weight * x
        ''',
    )
    return mini


@pytest.fixture(scope="module")
def shut_in() -> Any:
    """A worker as a student's command has it, and the one of machines that cannot fork."""
    with start_worker() as made:
        yield made


def grade(mini: MiniCourse, worker: Worker, source: str, device: str = "sim", **how: Any) -> ExerciseResult:
    course = mini.load()
    grader = Grader(course, worker, keep=False, device=device)
    return grader.grade(course.find("double"), Submission(Path("double.py"), source.encode()), **how)


def changed(*changes: tuple[str, str]) -> str:
    source = SOLUTION
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return source


def failed(result: ExerciseResult) -> dict[str, CheckResult]:
    assert not result.faulty, result.notes
    return {check.id: check for check in result.checks if not check.passed}


@pytest.mark.parametrize("device", ["sim", "cpu"])
def test_a_right_answer_passes_on_every_device(devices: MiniCourse, shut_in: Worker, device: str) -> None:
    assert failed(grade(devices, shut_in, SOLUTION, device)) == {}
    early = changed(("    model.to(device)\n", ""), ("lr=0.1)\n", "lr=0.1)\n    model.to(device)\n"))
    assert failed(grade(devices, shut_in, early, device)) == {}, "an optimiser built before the move"


def test_a_machine_that_cannot_fork_has_the_simulated_accelerator_too(devices: MiniCourse) -> None:
    with start_worker("fresh") as worker:
        assert failed(grade(devices, worker, SOLUTION, only=["trains"])) == {}
        result = failed(grade(devices, worker, changed(("x.to(device)", "x")), only=["trains"]))
    assert "two devices" in result["trains"].message


BUFFER = ('self.register_buffer("table", torch.arange(3.0))', "self.table = torch.arange(3.0)")
MISTAKES = {
    "buffer not registered": (
        changed(BUFFER),
        "trains",
        ["two devices", "self.table is a plain tensor", "in line 8", "register_buffer('table', ...)"],
        "double.py, line 12, in Shift.forward",
    ),
    "tensor made in forward": (
        changed(("+ self.table", "+ torch.tensor([0.0, 1.0, 2.0])")),
        "trains",
        ["two devices", "torch.tensor() makes its tensor on the CPU", "device=x.device"],
        "double.py, line 12, in Shift.forward",
    ),
    "mask made on the CPU": (
        changed(
            ("return self.weight", "mask = torch.ones(3, dtype=torch.bool)\n        return self.weight"),
            ("+ self.table", "+ self.table.masked_fill(~mask, 0)"),
        ),
        "trains",
        ["two devices", "'mask' is made on the CPU by torch.ones() in line 12", "device=x.device"],
        "double.py, line 13, in Shift.forward",
    ),
    "batch not moved": (
        changed(("model(x.to(device))", "model(x)")),
        "trains",
        ["two devices", "make new tensors where the others are", "register_buffer"],
        "double.py, line 12, in Shift.forward",
    ),
    "numpy without cpu": (
        changed(("torch.stack(losses).tolist()", "[loss.numpy() for loss in losses]")),
        "trains",
        ["numpy cannot read a tensor of an accelerator", "x.detach().cpu().numpy()"],
        "double.py, line 25, in train",
    ),
    "cuda by name": (
        changed(("model.to(device)", "model.cuda()")),
        "trains",
        ["asks for CUDA by name", ".to(device)"],
        "double.py, line 16, in train",
    ),
    "no map_location": (
        changed((", map_location=device", "")),
        "loads",
        ["saved on an accelerator", "map_location=device"],
        "double.py, line 29, in restore",
    ),
    "item in the loop": (
        changed(
            ("losses.append(loss.detach())", "losses.append(loss.item())"), ("torch.stack(losses).tolist()", "losses")
        ),
        "waits",
        ["the host waited 5 times", ".item()"],
        "",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_with_devices_is_named_with_its_line(devices: MiniCourse, shut_in: Worker, mistake: str) -> None:
    source, check, words, line = MISTAKES[mistake]
    found = failed(grade(devices, shut_in, source))[check]
    assert found.outcome is (Outcome.RAISED if line else Outcome.FAILED)
    for word in words:
        assert word in found.message
    assert not line or line in found.details


def test_code_that_waits_for_the_device_more_often_than_the_reference_gets_advice(
    devices: MiniCourse, shut_in: Worker
) -> None:
    source, _, _, _ = MISTAKES["item in the loop"]
    advice = [note for note in grade(devices, shut_in, source).notes if "waited" in note]
    assert len(advice) == 2, "of the two checks that train on the device"
    assert advice[0].startswith("'the model trains on the device': the CPU waited ")
    assert ".item()" in advice[0]
    assert not [note for note in grade(devices, shut_in, SOLUTION).notes if "waited" in note]
    assert not [note for note in grade(devices, shut_in, source, "cpu").notes if "waited" in note]


def test_a_cause_is_named_only_where_the_source_shows_it() -> None:
    mixed = "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"

    def told(source: str, line: int = 3) -> str:
        return device_words(mixed, [("a.py", line, "f")], lambda _: dedent(source).lstrip("\n"))

    assert "make new tensors where" in told("def f(x, y):\n    y = torch.ones(3).to(x.device)\n    return x + y\n")
    assert "make new tensors where" in told("def f(x, y):\n    y = torch.ones(3, device=x.device)\n    return x + y\n")
    assert "make new tensors where" in told("def f(x, y):\n    z = torch.ones(3)\n    return x + y\n")
    assert "make new tensors where" in told("def f(x, y:\n")
    assert "make new tensors where" in told("x" + "(" * 5000)
    assert "'y' is made on the CPU by torch.ones() in line 2" in told(
        "def f(x):\n    y = torch.ones(3)\n    return x + y\n"
    )
    both = "def f(x):\n    y = torch.ones(3)\n    y = y.to(x.device); return x + y\n"
    assert "make new tensors where" in told(both)
    assert device_words("shapes do not match", [("a.py", 1, "f")], lambda _: "") == ""
    assert "cuda:0 and cpu" in told("")


def test_a_wrong_value_on_the_device_is_diagnosed_as_anywhere(devices: MiniCourse, shut_in: Worker) -> None:
    result = failed(grade(devices, shut_in, changed((" + self.table", ""))))
    assert result["plain"].misconception == "no_table"
    assert result["trains"].misconception == "no_table"


def test_an_exercise_without_devices_never_loads_the_accelerator(mini: MiniCourse) -> None:
    """Asked of the children of a worker of its own, before and after a device was needed."""
    mini.checks(
        """
        import torch


        @check("there is no accelerator")
        def plain(impl, rng):
            return impl.double(1)
        """,
        {"plain": 1},
    )
    tattle = "import torch\n\n\ndef double(x):\n    return 2 if hasattr(torch, 'sim') else 1\n"
    (mini.solution / "solution.py").write_text("def double(x):\n    return 1\n")
    with start_worker() as worker:
        assert failed(grade(mini, worker, tattle)) == {}
    (mini.exercise / "checks.py").write_text(
        (mini.exercise / "checks.py").read_text().replace("(impl, rng)", "(impl, rng, device)")
    )
    with start_worker() as worker:
        assert failed(grade(mini, worker, tattle, "cpu")) == {}
        assert "plain" in failed(grade(mini, worker, tattle, "sim"))


def test_a_device_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for found in ("", "cuda", "mps"):
        monkeypatch.setattr("grader.worker.devices.real_device", lambda found=found: found)
        assert choose_device("cpu") == "cpu"
        assert choose_device("simulated") == "sim"
        assert choose_device("auto") == (found or "sim")
        for real in ("cuda", "mps"):
            if real == found:
                assert choose_device(real) == real
            else:
                with pytest.raises(UsageError, match=f"finds no {real} device on this machine; there is"):
                    choose_device(real)


def test_kept_outcomes_of_two_devices_stay_apart(
    devices: MiniCourse, shut_in: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the CPU nothing is counted: kept for the accelerator, that would make one wait one too many."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    course, right = devices.load(), Submission(Path("double.py"), SOLUTION.encode())
    for device in ("cpu", "sim", "sim"):
        assert failed(Grader(course, shut_in, device=device).grade(course.find("double"), right)) == {}
    assert len(list((tmp_path / "cache").rglob("*.bin"))) == 2


def test_the_command_takes_a_device(devices: MiniCourse, grader: GraderCommand, tmp_path: Path) -> None:
    """On the simulated accelerator a mixed batch fails; on the CPU it cannot."""
    (tmp_path / "double.py").write_text(changed(("model(x.to(device))", "model(x)")))
    ask = ("check", "double", "--course", devices.path, "--json", "--device")
    for device, bad in {"simulated": ["trains", "waits"], "cpu": [], "auto": ["trains", "waits"]}.items():
        run = grader(*ask, device)
        assert [check["id"] for check in run.json["checks"] if check["outcome"] != "passed"] == bad, run.err
    missing = grader(*ask, "mps")
    assert missing.code == 2
    assert "finds no mps device" in missing.err
    script = grader("check", "double", "--course", devices.path, "--device", "simulated", "--reproduce")
    (tmp_path / "replay.py").write_text(script.out)
    done = subprocess.run([sys.executable, "replay.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "found at least two devices" in done.stderr


def test_a_student_edition_grades_device_checks(
    devices: MiniCourse, grader: GraderCommand, shut_in: Worker, tmp_path: Path
) -> None:
    assert grader("release", tmp_path / "edition", "--course", devices.path).code == 0
    (tmp_path / "double.py").write_text(SOLUTION)
    for device in ("auto", "cpu"):
        run = grader("check", "double", "--course", tmp_path / "edition", "--device", device)
        assert run.code == 0, run.out
    course = devices.load()
    outcomes = Grader(course, shut_in, keep=False).edition(course.find("double"))
    assert read_outcomes(write_outcomes(outcomes)).reports.keys() == {"", "no_table"}


def test_authors_can_prove_device_checks(devices: MiniCourse, grader: GraderCommand) -> None:
    """The promises about the checks hold; only what this small exercise lacks is told."""
    told = grader("author", "check", "double", "--course", devices.path, "--json").json["proofs"][0]
    assert told["caught"] == told["named"] == told["misconceptions"] == 1
    assert all(
        word.startswith(
            ("only ", "no accepted", "an implementation that returns", "README.md marks no", "no check notices")
        )
        or "returns several values" in word
        or "the same outcome under every seed" in word
        for word in told["breaches"]
    ), told["breaches"]


def test_the_doctor_names_the_device(grader: GraderCommand) -> None:
    assert "accelerator" in grader("doctor", "--json").json["accelerator"] or choose_device("auto") != "sim"
