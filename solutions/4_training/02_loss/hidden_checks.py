import numpy as np
import torch

from grader.checks import check


def tensor(array):
    return torch.tensor(array, dtype=torch.get_default_dtype())


@check("other sizes: a single position, more leading axes, smoothing 0 and another padding id")
def other_sizes(impl, rng):
    p, q = (tensor(rng.dirichlet(np.ones(11), (2, 1, 3))) for _ in range(2))
    logits, ids = tensor(rng.normal(size=(2, 1, 3, 5))), torch.tensor(rng.randint(0, 5, size=(2, 1, 3)))
    words = torch.tensor(rng.choice([0, 2, 3, 4], size=(2, 2)))
    words[0, 1] = 1
    return {
        "three axes, distributions": impl.cross_entropy(p, q),
        "one position, distributions": impl.cross_entropy(p[0, 0, 0], q[0, 0, 0]),
        "three axes, losses": impl.token_losses(logits, ids),
        "one position, loss": impl.token_losses(logits[0, 0, 0], ids[0, 0, 0]),
        "hard targets": impl.smooth_targets(words, 5, 0.0, 1),
        "soft targets of a small vocabulary": impl.smooth_targets(torch.tensor([0, 2, 1]), 3, 0.25, 1),
        "no smoothing": impl.smoothed_loss(logits[0], ids[0], 1, 0.0),
    }


@check("a batch of nothing but padding has loss, gradient and accuracy 0; one real token changes that")
def nothing_but_padding(impl, rng):
    logits = tensor(rng.normal(size=(2, 3, 5)))
    empty = torch.full((2, 3), 4)
    one = empty.clone()
    one[1, 0] = word = int(rng.randint(0, 4))
    sure = logits.clone()
    sure[1, 0, word] += 9
    losses = {"loss": impl.loss, "smoothed loss": lambda *batch: impl.smoothed_loss(*batch, 0.1)}
    found = {}
    for name, function in losses.items():
        start = logits.clone().requires_grad_()
        found[f"{name} of padding"] = out = torch.as_tensor(function(start, empty, 4))
        gradient = torch.autograd.grad(out, start, allow_unused=True)[0] if out.requires_grad else None
        found[f"gradient of the {name} of padding"] = 0 * logits if gradient is None else gradient
    return {
        **found,
        "loss of one token": impl.loss(logits, one, 4),
        "smoothed loss of one token": impl.smoothed_loss(logits, one, 4, 0.1),
        "accuracy of padding": impl.accuracy(logits, empty, 4),
        "accuracy of one token": impl.accuracy(sure, one, 4),
    }


@check("accuracy in a large batch with padding in between, and of large logits")
def accuracy_of_many(impl, rng):
    labels = torch.tensor(rng.randint(0, 9, size=(5, 11)))
    predicted = np.where(rng.uniform(size=(5, 11)) < 0.6, labels, (labels + 1 + torch.tensor(rng.randint(0, 8))) % 9)
    predicted[labels.numpy() == 7] = 7
    logits = rng.uniform(size=(5, 11, 9)) + 2 * (np.arange(9) == predicted[..., None])
    return {
        name: impl.accuracy(tensor(logits + size), labels, 7) for name, size in {"small": 0, "large": 90_000}.items()
    }


@check("hundreds of sentences, of positions and of words, and a large id for the padding")
def hundreds(impl, rng):
    pad, words = 299, torch.tensor([[0, 298, 299], [int(rng.randint(257, 298)), int(rng.randint(1, 257)), 257]])
    logits = tensor(rng.normal(size=(3, 2, 300))).transpose(0, 1)  # a view, as all of these
    sure = rng.randint(0, 3, size=(260, 2))  # the losses are small, about 0.1
    likely = tensor(rng.uniform(size=(260, 2, 3)) + 3 * (np.arange(3) == sure[..., None]))
    q, labels = torch.softmax(likely, dim=-1), torch.tensor(sure)
    p = tensor(0.01 + 0.97 * (np.arange(3) == sure[..., None]))
    guessed = logits.clone()
    guessed[0, :2] += 9 * (torch.arange(300) == words[0, :2, None])
    some = words.T.contiguous().T
    return {
        "many sentences, distributions": impl.cross_entropy(p, q),
        "many positions, distributions": impl.cross_entropy(p.transpose(0, 1), q.transpose(0, 1)),
        "many sentences, losses": impl.token_losses(likely, labels),
        "many positions, losses": impl.token_losses(likely.transpose(0, 1), labels.T),
        "many words, losses": impl.token_losses(logits, some),
        "many positions, targets": impl.smooth_targets(labels[:, 0], 3, 0.1, 2),
        "many words, targets": impl.smooth_targets(some, 300, 0.99, pad),
        "loss": impl.loss(logits, some, pad),
        "smoothed loss": impl.smoothed_loss(logits, some, pad, 0.1),
        "accuracy": impl.accuracy(guessed.transpose(0, 1).contiguous().transpose(0, 1), some, pad),
    }
