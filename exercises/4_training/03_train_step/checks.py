import numpy as np
import torch
from torch import nn

from grader.checks import check, inject, place

PAD, SOS, EOS = 0, 1, 2


class Tiny(nn.Module):
    """Stands in for a Transformer: logits from the source and the words so far, and a part that is on in training."""

    def __init__(self, source_words=7, target_words=11, width=4, boost=1.0):
        super().__init__()
        self.source = nn.Embedding(source_words, width)
        self.target = nn.Embedding(target_words, width)
        self.out = nn.Linear(width, target_words)
        self.boost = boost  # in training mode every feature is multiplied by it, as dropout does with the kept ones
        self.seen, self.with_gradients = [], []

    def forward(self, source, decoder_input):
        self.seen.append(decoder_input.clone())
        self.with_gradients.append(torch.is_grad_enabled())
        so_far = self.target(decoder_input).cumsum(1)  # (batch, positions, width): nothing of the future
        features = torch.tanh(so_far + self.source(source).mean(1, keepdim=True))
        return self.out(self.boost * features if self.training else features)


class Descent:
    """Plain gradient descent with the interface of torch's optimisers; one group for each list of parameters."""

    def __init__(self, *groups, rate=0.1):
        self.param_groups = [{"params": list(group), "lr": rate} for group in groups]

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                p.grad = None if set_to_none or p.grad is None else torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p -= group["lr"] * p.grad


def sentences(rng, lengths, longest=None, words=11):
    """Ids (batch, longest + 2): <sos>, then as many words as `lengths` says, <eos>, padding."""
    longest = longest or max(lengths)
    rows = [[SOS, *rng.randint(3, words, size=n), EOS, *[PAD] * (longest - n)] for n in lengths]
    return torch.tensor(np.array(rows))


def sources(rng, batch, length=5, words=7):
    return torch.tensor(rng.randint(3, words, size=(batch, length)))


def weights(model):
    return {name: p.detach().clone() for name, p in model.named_parameters()}


@check("one step returns the loss and leaves the right new weights")
def one_step(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check("three steps in a row, each with its own batch and rate, leave the right weights", follows="one_step")
def three_steps(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=0.5)
    losses = []
    for rate in (0.5, 1.1, 0.8):
        source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
        losses.append(impl.train_step(model, optimizer, source, target, PAD, rate, 100.0))
    return losses, weights(model)


@check("gradients that were left in the model do not count", follows="one_step")
def old_gradients_are_cleared(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    for parameter in model.parameters():
        parameter.grad = torch.tensor(rng.normal(size=tuple(parameter.shape)), dtype=parameter.dtype)
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check("padding counts neither in the loss nor in the weights; each real token counts the same", follows="one_step")
def padding_is_left_out(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [1, 5, 2], longest=6)
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check("the step runs in training mode, even if the model was left in evaluation mode", follows="one_step")
def training_mode(impl, rng):
    model = inject(Tiny(boost=1.6), rng, 1.0).eval()
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return loss, weights(model)


@check("the update uses the clipped gradients", follows="one_step")
def clipped_before_the_update(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=5.0)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 5.0, 0.25)
    return loss, weights(model)


@check("this step uses the rate it was given, for all groups of parameters", follows="one_step")
def rate_of_this_step(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent([model.source.weight, model.target.weight], model.out.parameters(), rate=0.1)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 1.5, 100.0)
    return loss, weights(model)


@check("the model is called once, on the right words up to the last but one: all positions together")
def all_positions_at_once(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 100.0)
    return {"decoder inputs": model.seen, "loss": loss, "target after the call": target}


@check("the loss comes back as a plain number, which holds no graph", follows="one_step")
def loss_is_a_plain_number(impl, rng):
    model = inject(Tiny(), rng, 1.0)
    optimizer = Descent(model.parameters(), rate=0.7)
    loss = impl.train_step(model, optimizer, sources(rng, 3), sentences(rng, [4, 4, 4]), PAD, 0.7, 100.0)
    return {"holds the graph": bool(getattr(loss, "requires_grad", False)), "loss": loss}


@check("gradients that are too long together are shortened together, short ones are left alone")
def clips_all_together(impl, rng):
    found = {}
    for name, scale in (("too long", 3.0), ("short enough", 0.1)):
        shapes = [(4,), (3, 2), (5,), (2,)]
        parameters = [nn.Parameter(torch.zeros(shape)) for shape in shapes]
        for i, parameter in enumerate(parameters[:3]):  # the last one has no gradient
            numbers = scale * (1 + i) * (0.2 + rng.random_sample(shapes[i]))
            parameter.grad = torch.tensor(numbers, dtype=parameter.dtype)
        norm = impl.clip_gradients((p for p in parameters), 2.5)  # read once, as model.parameters()
        found[name] = {"length before": norm, "gradients": [p.grad for p in parameters[:3]]}
    return found


@check("the rate grows in a straight line during warm-up and falls with the root of the step after it")
def warm_up_schedule(impl, rng):
    del rng
    return {step: impl.learning_rate(step, 48, 20) for step in (1, 2, 10, 19, 20, 21, 80, 500)}


@check("evaluate gives the mean over all real tokens of all batches, in evaluation mode")
def evaluation_loss(impl, rng):
    model = inject(Tiny(boost=1.6), rng, 1.0)
    batches = [(sources(rng, n), sentences(rng, lengths)) for n, lengths in ((3, [1, 5, 2]), (2, [6, 6]), (1, [1]))]
    return impl.evaluate(model, batches, PAD)


@check("evaluate builds no graph, and leaves weights, gradients and mode as they were", follows="evaluation_loss")
def evaluation_changes_nothing(impl, rng):
    found = {}
    for mode in ("training", "evaluation"):
        model = inject(Tiny(), rng, 1.0).train(mode == "training")
        model.out.bias.grad = torch.arange(11.0)
        loss = impl.evaluate(model, [(sources(rng, 2), sentences(rng, [3, 3]))], PAD)
        found[mode] = {
            "loss": loss,
            "in training mode afterwards": model.training,
            "with gradients": model.with_gradients,
            "gradient afterwards": model.out.bias.grad,
            "weights": weights(model),
        }
    return found


@check("a step on an accelerator: the batch is moved to where the model is", follows="one_step")
def batch_follows_the_model(impl, rng, device):
    model = inject(Tiny(), rng, 1.0).to(device)
    optimizer = Descent(model.parameters(), rate=0.7)
    source, target = sources(rng, 3), sentences(rng, [4, 4, 4])  # on the CPU, as a loader leaves them
    loss = impl.train_step(model, optimizer, source, target, PAD, 0.7, 0.5)
    return loss, weights(model), {"the model is": place(model.out.weight, device)}


@check("an evaluation on an accelerator gives the same loss as on the CPU", follows="evaluation_loss")
def evaluation_on_a_device(impl, rng, device):
    model = inject(Tiny(), rng, 1.0).to(device)
    batches = [(sources(rng, n), sentences(rng, lengths)) for n, lengths in ((3, [1, 5, 2]), (1, [2]))]
    batches[1] = tuple(tensor.to(device) for tensor in batches[1])  # one batch is there already
    return impl.evaluate(model, batches, PAD), {"the model is": place(model.out.weight, device)}
