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


class Adam:
    """Adam with the interface of torch's optimisers: it remembers past gradients."""

    def __init__(self, parameters, rate):
        self.param_groups = [{"params": list(parameters), "lr": rate}]
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


@check("an optimiser that remembers past gradients keeps its memory from step to step")
def optimiser_with_memory(impl, rng):
    model = inject(Tiny(), rng, 1.0).double()
    optimizer = Adam(model.parameters(), 0.1)
    losses = []
    for rate in (0.2, 0.3, 0.1):
        source = torch.tensor(rng.randint(3, 9, size=(2, 4)))
        target = sentences(rng, [3, 1], 1, 2, 0, 9)
        losses.append(impl.train_step(model, optimizer, source, target, 0, rate, 0.6))
    return losses, {name: p.detach() for name, p in model.named_parameters()}


@check("the padding token may have any id, a batch may be a single word, and the caller's tensors stay as they were")
def other_padding(impl, rng):
    found = []
    for lengths, length in (([2, 4, 1], 3), ([1], 6)):
        model = inject(Tiny(), rng, 1.0)
        optimizer = Adam(model.parameters(), 0.1)
        source = torch.tensor(rng.randint(3, 8, size=(len(lengths), length)))
        target = sentences(rng, lengths, 0, 1, 8, 8)
        loss = impl.train_step(model, optimizer, source, target, 8, 0.1, 100.0)
        found.append((loss, model.out.bias.detach(), source, target, impl.evaluate(model, [(source, target)], 8)))
    return found


@check("clip_gradients takes a generator, and gradients that are all zero")
def generator_of_parameters(impl, rng):
    layer = nn.Linear(3, 4)
    layer.weight.grad = torch.tensor(2 + rng.random_sample((4, 3)), dtype=layer.weight.dtype)
    layer.bias.grad = torch.tensor(-1 - rng.random_sample(4), dtype=layer.bias.dtype)
    norm = impl.clip_gradients(layer.parameters(), 1.75)
    empty = nn.Linear(2, 3)
    empty.weight.grad, empty.bias.grad = torch.zeros(3, 2), torch.zeros(3)
    zero = impl.clip_gradients(empty.parameters(), 1.75)
    return {"length before": norm, "gradients": [layer.weight.grad, layer.bias.grad]}, zero, empty.weight.grad


@check("the schedule holds for other sizes and for a warm-up of one step")
def other_schedules(impl, rng):
    del rng
    return [impl.learning_rate(step, d, warmup) for d, warmup in ((512, 4000), (7, 1)) for step in (1, 3, 4000, 9001)]
