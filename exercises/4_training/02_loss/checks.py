import numpy as np
import torch

from grader.checks import check


def tensor(array):
    return torch.tensor(array, dtype=torch.get_default_dtype())


def batch_of_ids(rng, lengths, vocab_size, pad):
    """Labels (batch, longest), with padding after each sentence."""
    words = [word for word in range(vocab_size) if word != pad]
    ids = rng.choice(words, size=(len(lengths), max(lengths)))
    for row, length in enumerate(lengths):
        ids[row, length:] = pad
    return torch.tensor(ids)


@check("minus the sum of p log q over the words, for each position", axes="batch position")
def compares_distributions(impl, rng):
    return impl.cross_entropy(tensor(rng.dirichlet(np.ones(7), (2, 3))), tensor(rng.dirichlet(np.ones(7), (2, 3))))


@check("words that are impossible in both distributions add nothing", axes="position")
def impossible_words(impl, rng):
    p, q = np.zeros((4, 6)), np.zeros((4, 6))
    for row, count in enumerate([1, 2, 3, 5]):
        words = rng.permutation(6)
        p[row, words[:count]] = rng.dirichlet(5 * np.ones(count))
        q[row, words[: count + 1]] = rng.dirichlet(5 * np.ones(count + 1))
    return impl.cross_entropy(tensor(p), tensor(q))


@check("from logits: minus the log-probability of the right word, for each position", axes="batch position")
def loss_of_each_token(impl, rng):
    return impl.token_losses(tensor(1.5 * rng.normal(size=(2, 3, 7))), torch.tensor(rng.randint(0, 7, size=(2, 3))))


@check(
    "logits in the hundreds give finite losses, even for a hopeless word, and stay as they were",
    axes="position; position word",
)
def hopeless_words(impl, rng):
    logits = rng.randint(-128, 128, size=(4, 7)) / 64 + np.array([[800.0], [0.0], [-800.0], [0.0]])
    labels = rng.randint(0, 7, size=4)
    logits[1, labels[1]] = -900.0
    logits[3, labels[3]] = 700.0
    logits[3, (labels[3] + 1) % 7] = 701.5
    logits = tensor(logits)
    return impl.token_losses(logits, torch.tensor(labels)), logits


@check("the right word keeps 1 - smoothing, and the other words share the rest; padding gets 0", axes="position word")
def smoothing_is_shared(impl, rng):
    return impl.smooth_targets(batch_of_ids(rng, [5], 7, 3)[0], 7, 0.3, 3)


@check("where the label is padding, the soft target is all zeros", axes="batch position word")
def no_target_at_padding(impl, rng):
    return impl.smooth_targets(batch_of_ids(rng, rng.permutation([1, 2, 5]).tolist(), 7, 4), 7, 0.2, 4)


@check("the loss is the mean over the real tokens; other logits at the padding change nothing")
def padding_is_left_out(impl, rng):
    labels = batch_of_ids(rng, [3, 3], 7, 0)
    labels = torch.nn.functional.pad(labels, (0, 2), value=0)
    logits, noise = 1.5 * rng.normal(size=(2, 5, 7)), 3 * rng.normal(size=(2, 5, 7))
    noise[..., 0] -= 5  # padding is not expected where it stands
    changed = np.where((labels != 0)[..., None], logits, noise)
    losses = [impl.loss(tensor(numbers), labels, 0) for numbers in (logits, changed)]
    return {"as given": losses[0], "padding changed": losses[1]}


@check("every real token weighs the same, in a short sentence and in a long one")
def tokens_weigh_the_same(impl, rng):
    lengths = rng.permutation([1, 3, 7])
    labels = batch_of_ids(rng, lengths.tolist(), 6, 5)
    logits = rng.normal(size=(3, 7, 6))
    logits += 4 / lengths[:, None, None] * (np.arange(6) == labels[..., None].numpy())  # short sentences are easy
    return {"loss": impl.loss(tensor(logits), labels, 5)}


@check("a sure and right model has a small loss, a sure and wrong one a large loss, one without an idea ln V")
def sure_and_right(impl, rng):
    labels = batch_of_ids(rng, [5, 5], 7, 6)
    right = np.arange(7) == labels[..., None].numpy()
    wrong = np.roll(right, 1, axis=-1)
    sure = 4 + rng.randint(0, 64) / 64
    models = {"sure and right": sure * right, "sure and wrong": sure * wrong, "no idea": 0 * right + sure}
    return {name: impl.loss(tensor(logits), labels, 6) for name, logits in models.items()}


@check(
    "gradients flow back to the logits: softmax minus one-hot, over the number of real tokens, and 0 at padding",
    axes="; batch position word",
)
def gradient_of_the_loss(impl, rng):
    labels = batch_of_ids(rng, rng.permutation([2, 4]).tolist(), 7, 1)
    logits = tensor(rng.normal(size=(2, 4, 7))).requires_grad_()
    out = torch.as_tensor(impl.loss(logits, labels, 1))
    found = torch.autograd.grad(out, logits, allow_unused=True)[0] if out.requires_grad else None
    return {"a gradient reaches the logits": found is not None}, torch.zeros_like(logits) if found is None else found


@check("the smoothed loss is the mean cross-entropy with the soft targets", follows="smoothing_is_shared")
def loss_with_smoothing(impl, rng):
    labels = batch_of_ids(rng, rng.permutation([2, 5]).tolist(), 7, 2)
    logits = tensor(2 * rng.normal(size=(2, 5, 7)))
    return {f"smoothing {s}": impl.smoothed_loss(logits, labels, 2, s) for s in (0.1, 0.4)}


@check("accuracy is the share of real tokens that get the largest logit")
def accuracy_of_real_tokens(impl, rng):
    lengths, pad = [2, 4, 7], 6
    labels = batch_of_ids(rng, lengths, 7, pad)
    predicted = (labels + 1) % 7
    for row, right in enumerate([2, 2, rng.randint(1, 4)]):
        places = rng.permutation(lengths[row])[:right]
        predicted[row, places] = labels[row, places]
    predicted[0, 2:6] = predicted[1, 4:6] = pad  # predicting padding at padding does not count
    logits = rng.uniform(size=(3, 7, 7)) + 2 * (np.arange(7) == predicted[..., None].numpy())
    order = torch.tensor(rng.permutation(3))
    return {"accuracy": impl.accuracy(tensor(logits)[order], labels[order], pad)}
