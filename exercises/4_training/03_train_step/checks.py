import numpy as np
import torch
from torch import nn

from grader.checks import check, inject, place

PAD, SOS, EOS = 0, 1, 2


class Boost(nn.Module):
    """Stands in for dropout: on in training mode, off in evaluation mode, but not random."""

    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, features):
        return self.factor * features if self.training else features


class Tiny(nn.Module):
    """Stands in for a Transformer: logits from the source and the words so far, and parts that are on in training."""

    def __init__(self, source_words=7, target_words=11, width=4, boost=1.0):
        super().__init__()
        self.source = nn.Embedding(source_words, width)
        self.target = nn.Embedding(target_words, width)
        self.dropout = Boost(boost)
        self.out = nn.Linear(width, target_words)
        self.boost = boost  # the model's own mode counts as well as the one of its submodule
        self.seen, self.with_gradients = [], []

    def forward(self, source, decoder_input):
        self.seen.append(decoder_input.clone())
        self.with_gradients.append(torch.is_grad_enabled())
        so_far = self.target(decoder_input).cumsum(1)  # (batch, positions, width): nothing of the future
        features = torch.tanh(so_far + self.source(source).mean(1, keepdim=True))
        return self.out(self.dropout(self.boost * features if self.training else features))


class Bias(nn.Module):
    """The model of the statement's worked example: the same logits at every position."""

    def __init__(self):
        super().__init__()
        self.b = nn.Parameter(torch.zeros(6))

    def forward(self, source, decoder_input):
        del source
        return self.b.expand(*decoder_input.shape, 6)


class Descent(torch.optim.Optimizer):
    """Gradient descent with momentum, as torch's SGD, which takes seconds to import. Keeps the gradients it is given.

    parameters: as torch's optimisers take them, an iterable of parameters or a list of groups
    """

    def __init__(self, parameters, lr=0.1, momentum=0.0):
        groups = list(parameters)
        groups = groups if isinstance(groups[0], dict) else [{"params": groups}]
        self.defaults = {"lr": lr, "momentum": momentum}
        self.param_groups = [self.defaults | group | {"params": list(group["params"])} for group in groups]
        self.state, self.used = {}, []

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                p.grad = None if set_to_none or p.grad is None else torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self.used.append(p.grad.clone())
                    self.state[p] = group["momentum"] * self.state.get(p, 0.0) + p.grad
                    p -= group["lr"] * self.state[p]


def sentences(rng, lengths, longest=None, words=11, pad=PAD):
    """Ids (batch, longest + 2): <sos>, then as many words as `lengths` says, <eos>, padding."""
    longest = longest or max(lengths)
    rows = [[SOS, *rng.randint(3, words, size=n), EOS, *[pad] * (longest - n)] for n in lengths]
    return torch.tensor(np.array(rows))


def sources(rng, batch, length=5, words=7):
    return torch.tensor(rng.randint(3, words, size=(batch, length)))


def weights(model):
    return {name: p.detach().clone() for name, p in model.named_parameters()}


@check(
    "the worked example of the statement: two steps, a clipped step, a step with padding",
    parts="two steps (b (step: word); gradients (step: word)); clipped (b (step: word); gradients (step: word)); "
    "with padding (b (step: word); gradients (step: word))",
)
def steps_by_hand(impl, rng):
    del rng
    ti, amo, molto = 3, 4, 5
    first, second = [SOS, ti, amo, molto, EOS], [SOS, amo, EOS, PAD, PAD]
    found = {}
    for name, rows, max_norm, steps in (
        ("two steps", [first], 10.0, 2),
        ("clipped", [first], 0.1, 1),
        ("with padding", [first, second], 10.0, 1),
    ):
        model = Bias()
        optimizer = Descent(model.parameters(), lr=0.6)
        source, target = torch.full((len(rows), 1), 3), torch.tensor(rows)
        found[name] = {"losses": [], "b": []}
        for _ in range(steps):
            found[name]["losses"].append(impl.train_step(model, optimizer, source, target, PAD, 0.6, max_norm))
            found[name]["b"].append(model.b.detach().clone())
        found[name]["gradients"] = optimizer.used
    return found


@check("one step returns the loss and leaves the right new weights", parts="loss; weights")
def one_step(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check(
    "three steps in a row, each with its own batch and rate, with an optimiser that remembers earlier gradients",
    parts="losses: step; weights",
    follows="one_step",
)
def three_steps(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), lr=0.5, momentum=0.5)
    losses = []
    # Then a batch with as many sentences as positions, and one with a single sentence.
    for rate, batch, length, words in ((0.5, 3, 5, 4), (1.1, 4, 4, 2), (0.8, 1, 3, 1)):
        source, target = sources(rng, batch, length), sentences(rng, [words] * batch)
        losses.append(impl.train_step(model, optimizer, source, target, PAD, rate, 100.0))
    return losses, weights(model)


@check("gradients that were left in the model do not count", parts="loss; weights", follows="one_step")
def old_gradients_are_cleared(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    for parameter in model.parameters():
        parameter.grad = torch.tensor(rng.normal(size=tuple(parameter.shape)), dtype=parameter.dtype)
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check(
    "padding, whatever its id, counts neither in the loss nor in the weights; each real label counts equally",
    parts="loss; weights",
    follows="one_step",
)
def padding_is_left_out(impl, rng):
    model = inject(Tiny(source_words=11), rng, 1.0)
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 4), sentences(rng, [1, 5, 2, 4], longest=6, words=10, pad=10)
    source[:, 3:] = 10  # the model sees it: hiding it is the model's own task
    target[1, 1 + rng.randint(5)] = target[3, 1 + rng.randint(4)] = 0  # here id 0 is a word
    loss = impl.train_step(model, optimizer, source, target, 10, 0.7, 100.0)
    return loss, weights(model)


@check(
    "the step runs in training mode, even if the model was left in evaluation mode",
    parts="loss; weights",
    follows="one_step",
)
def training_mode(impl, rng):
    model = inject(Tiny(boost=1.6), rng, 1.0).eval()
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check("the update uses the clipped gradients", parts="loss; weights", follows="one_step")
def clipped_before_the_update(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    groups = [{"params": [model.out.bias, model.target.weight]}, {"params": [model.source.weight, model.out.weight]}]
    optimizer = Descent(groups, lr=5.0)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 5.0, 0.25)
    return loss, weights(model)


@check(
    "the step uses the rate that is passed in, for all groups of parameters", parts="loss; weights", follows="one_step"
)
def rate_of_this_step(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    groups = [{"params": [model.source.weight, model.target.weight]}, {"params": model.out.parameters()}]
    optimizer = Descent(groups, lr=0.1)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 1.5, 100.0)
    return loss, weights(model)


@check(
    "the model is called once, on the right words up to the last but one: all positions together",
    parts="decoder inputs (call: sentence position)",
)
def all_positions_at_once(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return {"decoder inputs": model.seen, "loss": loss}


@check("the loss comes back as a plain number, which holds no graph", follows="one_step")
def loss_is_a_plain_number(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), lr=0.7)
    loss = impl.train_step(model, optimizer, sources(rng, 3), sentences(rng, [4, 4, 4]), PAD, 0.7, 100.0)
    return {
        "holds the graph": bool(getattr(loss, "requires_grad", False)),
        "is a tensor": isinstance(loss, torch.Tensor),
        "loss": loss,
    }


@check(
    "gradients that are too long together are shortened together, short ones are left alone",
    parts="a list (gradients (parameter)); a generator (gradients (parameter)); short enough (gradients (parameter))",
)
def clips_all_together(impl, rng):
    found = {}
    for name, scale in (("a list", 3.0), ("a generator", 2.0), ("short enough", 0.1)):
        zeros = torch.zeros(4), torch.zeros(2), torch.zeros(3, 3).T, torch.zeros(())
        parameters = [nn.Parameter(values) for values in zeros]
        moved = [parameters[i] for i in (0, 2, 3)]  # the second has no gradient
        for i, parameter in enumerate(moved):
            numbers = scale * (1 + i) * (0.2 + rng.random_sample(parameter.shape))
            parameter.grad = torch.tensor(numbers, dtype=parameter.dtype)
        given = parameters if name == "a list" else (p for p in parameters)  # as model.parameters(): read once
        found[name] = {"length before": impl.clip_gradients(given, 2.5), "gradients": [p.grad for p in moved]}
    return found


@check("the rate grows in a straight line during warm-up, then falls with the inverse square root of the step")
def warm_up_schedule(impl, rng):
    d, w = int(rng.randint(5, 90)), int(rng.randint(12, 40))
    sizes = {"the paper's": (512, 4000, (1, 1000, 4000, 16000)), "another": (d, w, (1, 2, w - 1, w, w + 1, 4 * w, 500))}
    return {
        name: {f"step {step}": impl.learning_rate(step, d_model, warmup) for step in steps}
        for name, (d_model, warmup, steps) in sizes.items()
    }


@check("evaluate gives the mean over all real labels of all batches, in evaluation mode")
def evaluation_loss(impl, rng):
    model = inject(Tiny(boost=1.6), rng, 1.0)
    found = {}
    # Once on several batches, the second with as many sentences as positions, and once more on other ones.
    for name, shapes in (
        ("first", ((3, 5, [1, 5, 2]), (4, 4, [2, 2, 2, 2]), (1, 3, [1]))),
        ("again", ((2, 5, [6, 3]), (1, 5, [2]))),
    ):
        batches = [
            (sources(rng, n, length), sentences(rng, lengths, words=10, pad=10)) for n, length, lengths in shapes
        ]
        batches[0][1][0, 1] = 0  # here id 0 is a word
        found[name] = impl.evaluate(model, batches, 10)
    return found


@check(
    "evaluate reads what train_step reads, builds no graph, and does not change weights, gradients or modes",
    parts="training (decoder inputs (call: sentence position)); evaluation (decoder inputs (call: sentence position))",
    follows="evaluation_loss",
)
def evaluation_changes_nothing(impl, rng):
    found = {}
    for mode in ("training", "evaluation"):
        model = inject(Tiny(), rng, 1.0).train(mode == "training")
        model.out.bias.grad = torch.arange(11.0)
        model.source.weight.requires_grad_(False)
        with torch.set_grad_enabled(mode == "training"):
            loss = impl.evaluate(model, [(sources(rng, 2), sentences(rng, [3, 3]))], PAD)
            enabled = torch.is_grad_enabled()
        found[mode] = {
            "loss": loss,
            "the loss is a tensor": isinstance(loss, torch.Tensor),
            "decoder inputs": model.seen,
            "learn afterwards": {name: p.requires_grad for name, p in model.named_parameters()},
            "in training mode afterwards": {name or "model": part.training for name, part in model.named_modules()},
            "gradients while the model runs": model.with_gradients,
            "gradients can be computed afterwards": enabled,
            "gradient afterwards": model.out.bias.grad,
            "weights": weights(model),
        }
    return found


@check(
    "a step on an accelerator: the batch is moved to where the model is",
    parts="loss; weights; device",
    follows="one_step",
)
def batch_follows_the_model(impl, rng, device):
    model = inject(Tiny(), rng, 1.0).to(device)
    optimizer = Descent(model.parameters(), lr=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])  # on the CPU, as a loader leaves them
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 0.5)
    return loss, weights(model), {"the model is": place(model.out.weight, device)}


@check(
    "an evaluation on an accelerator gives the same loss as on the CPU", parts="loss; device", follows="evaluation_loss"
)
def evaluation_on_a_device(impl, rng, device):
    model = inject(Tiny(), rng, 1.0).to(device)
    batches = [(sources(rng, n), sentences(rng, lengths)) for n, lengths in ((3, [1, 5, 2]), (1, [2]))]
    batches[1] = tuple(tensor.to(device) for tensor in batches[1])  # one batch is there already
    return impl.evaluate(model, batches, PAD), {"the model is": place(model.out.weight, device)}
