import numpy as np
import torch

from grader.checks import check


def tensor(array):
    return torch.tensor(array, dtype=torch.get_default_dtype())


@check("other sizes: one position alone, more axes in front, smoothing 0 and another padding id")
def other_sizes(impl, rng):
    p, q = (tensor(rng.dirichlet(np.ones(11), (2, 1, 3))) for _ in range(2))
    logits, ids = tensor(rng.normal(size=(2, 1, 3, 5))), torch.tensor(rng.randint(0, 5, size=(2, 1, 3)))
    return {
        "three axes, distributions": impl.cross_entropy(p, q),
        "one position, distributions": impl.cross_entropy(p[0, 0, 0], q[0, 0, 0]),
        "three axes, losses": impl.token_losses(logits, ids),
        "one position, loss": impl.token_losses(logits[0, 0, 0], ids[0, 0, 0]),
        "hard targets": impl.smooth_targets(torch.tensor([[3, 0], [1, 4]]), 5, 0.0, 1),
        "soft targets of a small vocabulary": impl.smooth_targets(torch.tensor([0, 2]), 3, 0.25, 1),
    }


@check("a batch of padding only has loss 0 and accuracy 0, and one real token is enough for more")
def nothing_but_padding(impl, rng):
    logits = tensor(rng.normal(size=(2, 3, 5)))
    empty = torch.full((2, 3), 4)
    one = empty.clone()
    one[1, 0] = word = int(rng.randint(0, 4))
    sure = logits.clone()
    sure[1, 0, word] += 9
    return {
        "loss of padding": impl.loss(logits, empty, 4),
        "loss of one token": impl.loss(logits, one, 4),
        "smoothed loss of padding": impl.smoothed_loss(logits, empty, 4, 0.1),
        "smoothed loss of one token": impl.smoothed_loss(logits, one, 4, 0.1),
        "accuracy of padding": impl.accuracy(logits, empty, 4),
        "accuracy of one token": impl.accuracy(sure, one, 4),
    }


@check(
    "the smoothed loss and its gradient for logits hundreds apart, and the inputs stay as they were",
    axes="; batch position word; batch position word; batch position",
)
def smooth_gradient(impl, rng):
    start = rng.randint(-128, 128, size=(2, 5, 6)) / 64
    start[0, 1, 2], start[1, 0, 4] = 300.0, -250.0
    labels = torch.tensor(rng.randint(1, 6, size=(2, 5)))
    labels[0, 3:] = labels[1, 4:] = 0
    logits = tensor(start).requires_grad_()
    out = torch.as_tensor(impl.smoothed_loss(logits, labels, 0, 0.2))
    found = torch.autograd.grad(out, logits, allow_unused=True)[0] if out.requires_grad else None
    return {"loss": out.detach()}, torch.zeros_like(logits) if found is None else found, logits.detach(), labels


@check("accuracy in a large batch with padding in between")
def accuracy_of_many(impl, rng):
    labels = torch.tensor(rng.randint(0, 9, size=(5, 11)))
    predicted = np.where(rng.uniform(size=(5, 11)) < 0.6, labels, (labels + 1 + torch.tensor(rng.randint(0, 8))) % 9)
    predicted[labels.numpy() == 7] = 7
    logits = rng.uniform(size=(5, 11, 9)) + 2 * (np.arange(9) == predicted[..., None])
    return {"accuracy": impl.accuracy(tensor(logits), labels, 7)}
