import random

import numpy as np
import torch
from torch import nn

from grader.checks import check, copies, inject, place

PAD, SOS, EOS = 0, 1, 2


class Table(nn.Module):
    """Stands in for a trained Translator: logits depend on the last token, and on the real tokens of the source.

    In training mode it is wrong on purpose, and where padding is seen it ends. It counts what is called.
    """

    def __init__(self, logits, after):
        super().__init__()
        self.part = nn.Identity()  # as Dropout would be: its mode counts too
        self.logits, self.after = logits, after.clone()  # (last, next) and (source token, next)
        self.after[PAD, EOS] = 6.0
        self.calls = {"calls of encode": 0, "longest input of decode": 0, "gradients": "off"}

    def encode(self, source, source_keep):
        self.calls["calls of encode"] += 1
        seen = (source_keep & (source == PAD)).any(1)[:, None, None]  # padding that every other token has looked at
        return self.after[source] + seen * self.after[PAD]  # (batch, source, words)

    def decode(self, decoder_input, memory, source_keep):
        self.calls["longest input of decode"] = max(self.calls["longest input of decode"], decoder_input.shape[1])
        if torch.is_grad_enabled():
            self.calls["gradients"] = "on"
        said = (memory * source_keep[..., None]).sum(1, keepdim=True)
        logits = nn.functional.embedding(decoder_input, self.logits) + said
        return -logits if self.training or self.part.training else logits

    def forward(self, source, decoder_input):
        source_keep = source != PAD
        return self.decode(decoder_input, self.encode(source, source_keep), source_keep)


class Tiny(nn.Module):
    """Stands in for a Translator in a training step; in training mode its output layer is louder."""

    def __init__(self, source_words=7, target_words=11, width=4):
        super().__init__()
        self.source, self.target = nn.Embedding(source_words, width), nn.Embedding(target_words, width)
        self.out = nn.Linear(width, target_words)

    def forward(self, source, decoder_input):
        so_far = self.target(decoder_input).cumsum(1)
        features = torch.tanh(so_far + self.source(source).mean(1, keepdim=True))
        return self.out(1.6 * features if self.training and self.out.training else features)


class Descent:
    """Plain gradient descent with the interface of torch's optimisers."""

    def __init__(self, parameters, rate):
        self.param_groups = [{"params": list(parameters), "lr": rate}]

    def zero_grad(self, set_to_none=True):
        for p in self.param_groups[0]["params"]:
            p.grad = None if set_to_none or p.grad is None else torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for p in self.param_groups[0]["params"]:
            if p.grad is not None:
                p -= self.param_groups[0]["lr"] * p.grad


def chain(size, steps):
    """Logits (last word, next word) for probabilities {last: {next: p}}; the rest is nearly impossible.

    Each row has another constant added: logits are no log-probabilities.
    """
    table = torch.full((size, size), 1e-9)
    for last, following in steps.items():
        for word, probability in following.items():
            table[last, word] = probability
    return table.log() + torch.arange(size)[:, None] * 5 % 7 / 2


def tensor(rng, *shape):
    values = rng.normal(size=shape)
    values.flat[0] = 0  # a number like any other
    return torch.tensor(values)


def translator(impl, rng, n_blocks):
    """A small Translator with parameters from outside; its norms multiply by numbers around 1, so that words differ."""
    model = inject(impl.Translator(9, 11, d_model=6, heads=3, d_ff=5, n_blocks=n_blocks, max_length=8), rng)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("gamma"):
                parameter += 1
    return model


def ids(rng, *shape, words=9):
    return torch.tensor(rng.randint(3, words, size=shape[::-1])).T  # a view: ordered by columns in memory


def targets(rng, lengths, words=11):
    longest = max(lengths)
    rows = [[SOS, *rng.randint(3, words, size=n), EOS, *[PAD] * (longest - n)] for n in lengths]
    return torch.tensor(np.array(rows).T.copy()).T


@check(
    "data: a batch has SOS, the words, EOS and padding, each side as long as its longest",
    returns="tensor",
    parts="the worked batch (source: sentence position; target: sentence position); "
    "other lengths (source: sentence position; target: sentence position); "
    "one pair (source: sentence position; target: sentence position)",
)
def batch_of_pairs(impl, rng):
    def pairs(*lengths):
        return [(rng.randint(3, 50, size=s).tolist(), rng.randint(3, 50, size=t).tolist()) for s, t in lengths]

    worked = impl.make_batch([([7, 9, 4], [5, 8]), ([6], [3, 3, 7])])
    others = impl.make_batch(pairs((4, 2), (1, 4), (3, 3), (2, 2), (0, 3), (1, 4)))
    return worked, others, impl.make_batch(pairs((2, 3)))


@check(
    "model: encode gives every source token a vector that knows its position and its neighbours",
    parts="four sentences: batch position feature; the same with another mask: batch position feature; "
    "one sentence: batch position feature",
)
def memory_of_a_source(impl, rng):
    model = translator(impl, rng, 2)
    source, one = ids(rng, 4, 4), ids(rng, 1, 6)
    source[1, 2:], source[2, 3:] = PAD, PAD
    fewer = (source != PAD) & (torch.arange(4) != 1)
    return model.encode(source, source != PAD), model.encode(source, fewer), model.encode(one, one != PAD)


@check(
    "model: decode uses the memory and the mask that it is given, whatever was encoded in between",
    parts="logits: batch position word; with another memory: batch position word; of one token: batch position word",
    follows="memory_of_a_source",
)
def decode_what_is_given(impl, rng):
    model = translator(impl, rng, 2)
    source, other, words = ids(rng, 5, 5), ids(rng, 5, 5), ids(rng, 5, 4, words=11)
    words[2, 1] = PAD  # predicted: a token like any other
    source[0, 3:], source[3, 4:], other[1, 4:] = PAD, PAD, PAD
    memory = tensor(rng, 2, 6, 5, 5).permute(0, 2, 3, 1)  # two, each (batch, source, feature), as views
    model.encode(source, source != PAD)
    model.encode(other, other != PAD)
    one = model.decode(ids(rng, 1, 1, words=11), memory[0, :1], source[:1] != PAD)
    return *(model.decode(words, each, source != PAD) for each in memory), one


@check(
    "model: encoder, decoder and output head make the logits, and gradients flow back to the source's embedding",
    parts="logits: batch position word; gradient: word feature",
)
def model_logits(impl, rng):
    model = translator(impl, rng, 2)
    source = torch.cat([torch.full((5, 1), SOS), ids(rng, 5, 3), torch.full((5, 1), EOS)], 1).T.contiguous().T
    logits = model(source, ids(rng, 5, 5, words=11))
    weights = torch.tensor(rng.normal(size=(5, 5, 11)), dtype=logits.dtype)
    embedding = model.source_embedding.weight
    gradient = [None]
    if logits.requires_grad:
        gradient = torch.autograd.grad((logits * weights).sum(), [embedding], allow_unused=True)
    return logits, torch.zeros_like(embedding) if gradient[0] is None else gradient[0]


@check("model: padding the source changes nothing", axes="batch position word")
def source_padding_changes_nothing(impl, rng):
    model = translator(impl, rng, 1)
    source, words = ids(rng, 2, 4), ids(rng, 2, 5, words=11)
    found = {}
    for more in (0, 3):
        padded = torch.cat([source, torch.full((2, more), PAD)], 1)
        found[f"{more} padded"] = model(padded, words)
    return found


@check("model: other words in the future do not change the words before them", axes="batch position word")
def future_changes_nothing(impl, rng):
    model = translator(impl, rng, 1)
    source, words = ids(rng, 1, 7), ids(rng, 1, 5, words=11)
    changed = words.clone()
    changed[:, 3:] = 3 + (changed[:, 3:] - 3 + 4) % 8
    return {"as given": model(source, words), "future changed": model(source, changed)}


@check("one step: the loss is the mean over all real labels, each predicted from the words before it")
def loss_of_a_step(impl, rng):
    def loss(model, lengths):
        batch = ids(rng, 4, 4, words=300), targets(rng, lengths, words=310)
        return float(impl.train_step(model, Descent(model.parameters(), 0.0), *batch))

    model, sure = inject(Tiny(300, 310), rng, 1.0).train(), inject(Tiny(300, 310), rng, 30.0).train()
    return {
        "sentences of one length": loss(model, [2, 2, 2, 2]),
        "of different lengths": loss(model, [1, 5, 2, 4]),
        "of a model that is sure, and wrong": loss(sure, [2, 4, 1, 3]),
    }


@check(
    "one step: gradients are clipped to length 1, all together; shorter ones do not change",
    follows="loss_of_a_step",
)
def clipped_gradients(impl, rng):
    found = {}
    for name, scale in (("long gradients", 1.0), ("short gradients", 0.1)):
        model = inject(Tiny(), rng, scale).train()
        batch = ids(rng, 4, 4, words=7), targets(rng, [3, 3, 3, 3])
        loss = impl.train_step(model, Descent(model.parameters(), 1.0), *batch)
        found[name] = {"loss": float(loss), **{name: p.detach().clone() for name, p in model.named_parameters()}}
    return found


@check("one step: gradients that were there before do not count", follows="clipped_gradients")
def old_gradients(impl, rng):
    model = inject(Tiny(), rng, 1.0).train()
    for p in model.parameters():
        p.grad = torch.ones_like(p)
    batch = ids(rng, 4, 4, words=7), targets(rng, [3, 3, 3, 3])
    loss = impl.train_step(model, Descent(model.parameters(), 1.5), *batch)
    return {"loss": float(loss), **{name: p.detach().clone() for name, p in model.named_parameters()}}


@check("one step: the whole model is in training mode, and the loss returned is a plain number")
def mode_and_number(impl, rng):
    model = inject(Tiny(), rng, 1.0).eval()
    loss = impl.train_step(model, Descent(model.parameters(), 1.5), ids(rng, 4, 4, words=7), targets(rng, [3, 3, 3, 3]))
    return {
        "loss": loss,
        "it is a tensor": isinstance(loss, torch.Tensor),
        "a loss holds the graph": bool(getattr(loss, "requires_grad", False)),
    }


@check(
    "one step: two steps in a row return the right losses and leave the right parameters",
    parts="losses; parameters",
    follows="clipped_gradients",
)
def two_training_steps(impl, rng):
    model = inject(Tiny(), rng, 1.0).eval()
    optimizer = Descent(model.parameters(), 1.5)
    losses = {
        name: float(impl.train_step(model, optimizer, ids(rng, 3, 4, words=7), targets(rng, lengths)))
        for name, lengths in (("first", [1, 4, 2]), ("second", [3, 3, 5]))
    }
    return losses, {name: p.detach().clone() for name, p in model.named_parameters()}


@check(
    "training: the trained parameters translate 90 % of sentences that were never seen",
    slow=True,
    seconds=150,
)
def translates_new_sentences(impl, rng, given, device):
    """What comes back is what was trained: the parameters. Another process puts them into a Translator of its own and
    lets that translate."""
    import provided

    torch.set_default_dtype(torch.float32)
    rows = ([[int(word) for word in row if word] for row in given[name]] for name in ("source", "target"))
    pairs = list(zip(*rows, strict=True))
    aside, pairs = pairs[:60], pairs[60:]  # to see whether a second attempt, from another seed, is needed
    where = "cpu" if device == "sim" else device
    provided.progress.where = where.upper()
    for attempt, seed in enumerate(rng.randint(0, 2**31 - 1, size=2)):
        random.seed(int(seed))
        np.random.seed(int(seed))
        torch.manual_seed(int(seed))
        model = impl.train(pairs, given["source_words"], given["target_words"], where)
        if attempt or predicts(model, *batch_of(aside, where)) >= 57:
            break
        print("That was not enough. A second attempt starts, from another seed.")
    return {name: parameter.detach().cpu() for name, parameter in model.named_parameters()}


def batch_of(pairs, device):
    """What make_batch should return."""
    sides = [[[SOS, *words, EOS] for words in side] for side in zip(*pairs, strict=True)]
    lengths = [max(map(len, rows)) for rows in sides]
    padded = [[row + [PAD] * (n - len(row)) for row in rows] for rows, n in zip(sides, lengths, strict=True)]
    return [torch.tensor(rows, device=device) for rows in padded]


@torch.no_grad()
def predicts(model, source, target):
    """For how many sentences every token is predicted, given the right ones before it."""
    model.eval()
    predicted, labels = model(source, target[:, :-1]).argmax(-1), target[:, 1:]
    return int(((predicted == labels) | (labels == PAD)).all(1).sum())


def story():
    """Source word 3 begins a long sentence, 4 a short one, 5 one that never ends."""
    steps = {
        SOS: {3: 0.5, 4: 0.3, 5: 0.2},
        3: {6: 0.7, 7: 0.3},
        6: {7: 0.6, EOS: 0.4},
        7: {8: 0.8, 3: 0.2},
        8: {EOS: 0.9, 3: 0.1},
        4: {EOS: 0.6, 8: 0.4},
        5: {5: 0.6, EOS: 0.4},
        EOS: {4: 0.6, 3: 0.4},
        PAD: {4: 0.6, 3: 0.4},
    }
    after = torch.zeros(6, 9)
    after[3, 3], after[4, 4], after[5, 5] = 1.0, 3.0, 4.0
    return Table(chain(9, steps), after)


@check("greedy: each row ends at its own EOS or at the length limit, in evaluation mode", returns="tensor")
def greedy_words(impl, rng):
    rows = [[SOS, first, EOS, PAD] for first in rng.permutation([3, 4, 5, 3])]
    source = torch.tensor(np.array(rows).T.copy()).T
    found = {f"at most {limit}": impl.greedy(story().train(), source, limit) for limit in (3, 4, 6, 9)}
    model = story()
    return found | {f"one row, {first}": impl.greedy(model, torch.tensor([[SOS, first, EOS]]), 5) for first in (3, 4)}


@check(
    "greedy: EOS alone ends a row; a predicted PAD is a token like any other, and tokens can be looked up",
    parts="three sentences: sentence position; one sentence: sentence position; looked up: sentence position",
)
def greedy_predicts_padding(impl, rng):
    steps = {SOS: {3: 0.6, 4: 0.4}, 3: {PAD: 0.7, EOS: 0.3}, PAD: {4: 0.8, PAD: 0.2}, 4: {EOS: 0.6, 3: 0.4}}
    after = torch.zeros(6, 5)
    after[4, 4] = 1.0
    model, rows = Table(chain(5, steps), after).eval(), [[SOS, first, EOS] for first in rng.permutation([3, 4, 3])]
    three, one = (impl.greedy(model, torch.tensor(source), 7) for source in (np.array(rows), [[SOS, 3, EOS]]))
    return three, one, np.arange(5)[np.asarray(three)]


@check(
    "greedy: the source is encoded once, gradients are off, and it stops when the last row has ended",
    parts="batch (ids: sentence position; calls)",
)
def greedy_calls(impl, rng):
    found = []
    for firsts in ([3, 4], [4], [5, 3]):
        model = story().eval()
        rows = [[SOS, int(first), EOS, PAD, PAD] for first in rng.permutation(firsts)]
        found.append((impl.greedy(model, torch.tensor(rows), 7), model.calls))
    return found


def hypotheses(found):
    return {"tokens": [list(tokens) for tokens, _ in found], "scores": [float(score) for _, score in found]}


def garden_path(rng):
    """The likeliest first word leads nowhere; shuffled, so that no order of ids gives the answer away."""
    a, b, c, d, e = (int(word) for word in 3 + rng.permutation(5))
    steps = {
        SOS: {a: 0.5, b: 0.4, EOS: 0.06, c: 0.04},
        a: {c: 0.4, d: 0.35, e: 0.25},
        b: {d: 0.9, e: 0.1},
        c: {EOS: 0.55, d: 0.45},
        d: {EOS: 0.7, e: 0.3},
        e: {EOS: 0.6, c: 0.4},
        EOS: {EOS: 0.98, a: 0.02},
    }
    return Table(chain(8, steps), torch.zeros(8, 8)), torch.tensor([[SOS, 0, a, 0, b, 0, EOS, 0, PAD, 0]])[:, ::2]


@check("beam: the most likely sentence is found where greedy is misled, and width 1 is greedy")
def beam_finds_more(impl, rng):
    model, source = garden_path(rng)
    return {f"width {width}": hypotheses(impl.beam(model.eval(), source, width, 300)) for width in (1, 2, 3)}


@check("beam: scores are sums of log-probabilities, even of very unlikely tokens", parts="beam")
def beam_unlikely(impl, rng):
    model, source = garden_path(rng)
    model.logits = model.logits - 200.0 * (model.logits < -10) * torch.tensor(rng.permutation(8) + 1)
    found = impl.beam(model.eval(), source, 8, 1), impl.beam(model, source, 300, 1)
    return [hypotheses(each) for each in found]


@check("beam: the source is encoded once, and gradients are off")
def beam_calls(impl, rng):
    model, source = garden_path(rng)
    impl.beam(model.eval(), source, 2, 8)
    return {name: model.calls[name] for name in ("calls of encode", "gradients")}


@check("beam: finished hypotheses still compete and do not grow; all have to end, or the limit is reached")
def beam_keeps_finished(impl, rng):
    a, b, c, d = (int(word) for word in 3 + rng.permutation(4))
    steps = {
        SOS: {EOS: 0.3, a: 0.36, b: 0.34},
        a: {c: 0.95, EOS: 0.05},
        b: {EOS: 0.5, d: 0.46, c: 0.04},
        c: {EOS: 0.8, d: 0.2},
        d: {EOS: 0.75, a: 0.25},
        EOS: {b: 0.97, a: 0.03},
    }
    source = torch.tensor([[SOS, c, EOS, PAD, PAD]])
    found = {}
    model = Table(chain(7, steps), torch.zeros(7, 7))
    for width, limit in ((2, 6), (3, 1), (3, 6)):
        model.train()
        found[f"width {width}, at most {limit}"] = hypotheses(impl.beam(model, source, width, limit))
    steps[SOS] = {EOS: 0.5, a: 0.3, b: 0.2}
    found["the best ends first"] = hypotheses(impl.beam(Table(chain(7, steps), torch.zeros(7, 7)), source, 2, 6))
    # The finished one leaves a single place: with two, a and d would come out ahead of a and c.
    steps |= {a: {c: 0.6, d: 0.4}, c: {EOS: 0.55, b: 0.45}, d: {EOS: 0.9, b: 0.1}}
    found["one place is left"] = hypotheses(impl.beam(Table(chain(7, steps), torch.zeros(7, 7)), source, 2, 6))
    steps |= {SOS: {PAD: 0.6, a: 0.4}, PAD: {EOS: 0.7, d: 0.3}}
    found["PAD is predicted"] = hypotheses(impl.beam(Table(chain(7, steps), torch.zeros(7, 7)), source, 2, 6))
    return found


@check(
    "device: batch, model and step work on an accelerator (together)",
    follows="two_training_steps",
    seconds=10,
)
def on_a_device(impl, rng, device):
    pairs = [(rng.randint(3, 9, size=s).tolist(), rng.randint(3, 11, size=t).tolist()) for s, t in ((4, 2), (1, 6))]
    impl.make_batch(pairs)  # on the CPU
    source, target = impl.make_batch(pairs, device)
    model = translator(impl, rng, 1).to(device)
    optimizer = Descent(model.parameters(), 0.5)
    return {
        "loss": impl.train_step(model, optimizer, source, target),
        "the output bias": model.head.linear.bias.detach(),
    }


@check(
    "device: a short training runs on an accelerator, and what it trained decodes there (together)",
    follows="on_a_device",
    seconds=60,
)
def training_on_a_device(impl, rng, device):
    import provided
    from torch.optim.optimizer import register_optimizer_step_post_hook

    torch.set_default_dtype(torch.float32)
    words = [sorted({word for pair in provided.corpus() for word in pair[side].split()}) for side in (0, 1)]
    numbers = [dict(zip(known, 3 + rng.permutation(len(known)), strict=True)) for known in words]
    pairs = [
        tuple([int(number[word]) for word in sentence.split()] for number, sentence in zip(numbers, pair, strict=True))
        for pair in provided.corpus()[:2012]
    ]
    losses, models, steppers = [], [], []

    def enough(step, loss):
        losses.append(loss)
        return loss < 0.9 * np.log(3 + len(words[1])) or step >= 100

    hooks = [
        nn.modules.module.register_module_forward_hook(
            lambda module, *_: models.append(module) if isinstance(module, impl.Translator) and not models else None
        ),
        register_optimizer_step_post_hook(lambda stepper, *_: None if steppers else steppers.append(stepper)),
    ]
    provided.progress.enough = enough
    try:
        with copies(device) as seen:
            impl.train(pairs, 3 + len(words[0]), 3 + len(words[1]), device)
    except provided.Enough:
        pass
    finally:
        provided.progress.enough = None
        for hook in hooks:
            hook.remove()
    state = [item for stepper in steppers for each in stepper.state.values() for item in each.values()]
    where = places([parameter for model in models for parameter in model.parameters()], device)
    source, target = batch_of(pairs[:64], device if where == "on the device" else "cpu")
    return {
        "progress": "reported" if losses else "never called",
        "the loss of the trained model": "below that of a guess"
        if models and learned(models[0], source, target)
        else "no",
        "copies to the device": "some" if seen["to_device"] or device != "sim" else "none",
        "parameters": where,
        "state of the optimizer": places([item for item in state if torch.is_tensor(item) and item.dim()], device),
        "a sentence of the trained model": place(impl.greedy(models[0], source[:3], 12), device) if models else "none",
    }


@torch.no_grad()
def learned(model, source, target):
    """Whether its loss is clearly below that of a model for which all words are equally likely."""
    log_probs = model.eval()(source, target[:, :-1]).log_softmax(-1)
    labels = target[:, 1:]
    losses = -log_probs.gather(-1, labels[..., None])[..., 0][labels != PAD]
    return bool(losses.mean() < 0.95 * np.log(log_probs.shape[-1]))


def places(tensors, device):
    """Where they all are."""
    return " and ".join(sorted({place(tensor, device) for tensor in tensors})) or "on the device"


@check("device: greedy and beam run where the model is", follows="on_a_device", seconds=10)
def decoding_on_a_device(impl, rng, device):
    model, source = garden_path(rng)
    model.logits, model.after = model.logits.to(device), model.after.to(device)
    source = source.to(device)
    return {"greedy": impl.greedy(model, source, 8), "beam": hypotheses(impl.beam(model, source, 2, 8))}
