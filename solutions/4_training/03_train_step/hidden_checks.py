import numpy as np
import torch
from torch import nn

from grader.checks import check, inject


class Tiny(nn.Module):
    """Logits from the source and the words so far."""

    def __init__(self, words=9, width=5):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.out = nn.Linear(width, words)

    def forward(self, source, decoder_input):
        so_far = self.words(decoder_input).cumsum(1)
        return self.out(torch.tanh(so_far + self.words(source).mean(1, keepdim=True)))


class Counting(nn.Module):
    """Predicts that each id is followed by the next one, the more surely the larger `scale` is."""

    def __init__(self, scale):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(float(scale)))

    def forward(self, source, decoder_input):
        del source
        return self.scale * nn.functional.one_hot(decoder_input + 1, 9).to(self.scale.dtype)


class Adam(torch.optim.Optimizer):
    """Adam without what makes torch's own slow to import: it remembers past gradients."""

    def __init__(self, parameters, lr):
        self.defaults, self.state = {"lr": lr}, {}
        self.param_groups = [{"params": list(parameters), "lr": lr}]
        self.means = [[torch.zeros_like(p), torch.zeros_like(p)] for p in self.param_groups[0]["params"]]
        self.steps = 0

    def zero_grad(self, set_to_none=True):
        for p in self.param_groups[0]["params"]:
            p.grad = None if set_to_none or p.grad is None else torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        self.steps += 1
        for p, (first, second) in zip(self.param_groups[0]["params"], self.means, strict=True):
            if p.grad is None:
                continue
            first += 0.1 * (p.grad - first)
            second += 0.05 * (p.grad**2 - second)
            root = (second / (1 - 0.95**self.steps)).sqrt()
            p -= self.param_groups[0]["lr"] * first / (1 - 0.9**self.steps) / (root + 1e-3)


def sentences(rng, lengths, sos, eos, pad, words):
    longest = max(lengths)
    rows = [[sos, *rng.randint(3, words, size=n), eos, *[pad] * (longest - n)] for n in lengths]
    return torch.tensor(np.array(rows))


@check("an optimiser that remembers past gradients keeps its memory from step to step", parts="losses: step; weights")
def optimiser_with_memory(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Adam(model.parameters(), 0.1)
    losses = []
    for rate in (0.2, 0.3, 0.1):
        source = torch.tensor(rng.randint(3, 9, size=(2, 4)))
        target = sentences(rng, [3, 1], 1, 2, 0, 9)
        losses.append(impl.train_step(model, optimizer, source, target, 0, rate, 0.6))
    return losses, {name: p.detach() for name, p in model.named_parameters()}


@check("large ids, long sentences, batches of one word, and tensors that are views")
def other_padding(impl, rng):
    found = {}
    for name, lengths, length in (("three sentences", [2, 4, 1], 3), ("one word", [1], 6), ("long", [270], 2)):
        model = inject(Tiny(words=300), rng, 1.0)
        optimizer = Adam(model.parameters(), 0.1)
        source = torch.tensor(rng.randint(3, 299, size=(length, len(lengths)))).T
        source[0, 0] = 0
        target = sentences(rng, lengths, 0, 1, 299, 299).T.contiguous().T
        loss = impl.train_step(model, optimizer, source, target, 299, 0.1, 100.0)
        evaluated = impl.evaluate(model, [(source, target)], 299)
        found[name] = {"loss": loss, "bias": model.out.bias.detach(), "evaluated": evaluated}
    return found


@check("the loss of a confident model is small where it is right, and large where it is wrong")
def confident_model(impl, rng):
    model, sure = inject(Tiny(), rng, 300.0), Counting(5 + rng.random_sample() / 2)
    source, target = torch.tensor(rng.randint(3, 9, size=(2, 4))), sentences(rng, [3, 1], 1, 2, 0, 9)
    evaluated = impl.evaluate(model, [(source, target)], 0)
    loss = impl.train_step(model, Adam(model.parameters(), 0.1), source, target, 0, 0.1, 100.0)
    found = {"wrong": {"evaluated": evaluated, "loss": loss, "bias": model.out.bias.detach()}}
    target = torch.arange(1, 7)[None]
    evaluated = impl.evaluate(sure, [(source[:1], target)], 0)
    loss = impl.train_step(sure, Adam(sure.parameters(), 0.1), source[:1], target, 0, 0.1, 100.0)
    return found | {"right": {"evaluated": evaluated, "loss": loss}}


@check(
    "clip_gradients takes a generator, and gradients that are all zero",
    parts="some (gradients (weight; bias)); all zero (gradients (weight; bias))",
)
def generator_of_parameters(impl, rng):
    layer = nn.Linear(3, 4)
    layer.weight.grad = torch.tensor(2 + rng.random_sample((4, 3)), dtype=layer.weight.dtype)
    layer.bias.grad = torch.tensor(-1 - rng.random_sample(4), dtype=layer.bias.dtype)
    norm = impl.clip_gradients(layer.parameters(), 1.75)
    empty = nn.Linear(2, 3)
    empty.weight.grad, empty.bias.grad = torch.zeros(3, 2), torch.zeros(3)
    zero = impl.clip_gradients(empty.parameters(), 1.75)
    return {
        "some": {"length before": norm, "gradients": [layer.weight.grad, layer.bias.grad]},
        "all zero": {"length before": zero, "gradients": [empty.weight.grad, empty.bias.grad]},
    }


@check("the schedule is right for other sizes and for a warm-up of one step")
def other_schedules(impl, rng):
    sizes = (int(rng.randint(100, 600)), int(rng.randint(1000, 5000))), (int(rng.randint(2, 9)), 1)
    return {
        f"d_model {d}, warmup {warmup}": [impl.learning_rate(step, d, warmup) for step in (1, 3, 4000, 9001)]
        for d, warmup in sizes
    }
