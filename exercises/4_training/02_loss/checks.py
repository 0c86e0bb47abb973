import numpy as np
import torch

from grader.checks import check


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.get_default_dtype())


def batch_of_ids(rng, lengths, vocab_size, pad):
    """Labels (batch, longest), with padding after each sentence."""
    words = [word for word in range(vocab_size) if word != pad]
    ids = rng.choice(words, size=(len(lengths), max(lengths)))
    for row, length in enumerate(lengths):
        ids[row, length:] = pad
    return torch.tensor(ids)


def distributions(rng, *shape):
    return tensor(rng.dirichlet(np.ones(shape[-1]), shape[:-1]))


def gradient(function, logits, *others):
    """What the result is to the logits, and its gradient with respect to them: zeros if it has none."""
    logits = logits.clone().requires_grad_()
    out = torch.as_tensor(function(logits, *others))
    found = torch.autograd.grad(out, logits, allow_unused=True)[0] if out.requires_grad else None
    if found is None:
        return "a number that no gradient leaves", torch.zeros_like(logits)
    return "a tensor that depends on the logits", found


# The numbers of the statement: the vocabulary a, am, I, thanks, student, <eos>.
I = torch.tensor(2)  # noqa: E741 - the word
LOGITS = [0.0, 1, 4, 1, 0, -1]


def worked_batch():
    """The right word, here 0, costs what the statement prints, and the six others are alike."""
    costs = np.array([[0.1336, 0.3507, 0.4289, 0.0662, 0.1336], [0.9, 0.5, 2.0, 2.0, 2.0]])[..., None]
    return tensor(np.where(np.arange(7) == 0, -costs, np.log((1 - np.exp(-costs)) / 6)))


@check("minus the sum of p log q over the words, for each position", parts="a batch: batch position")
def compares_distributions(impl, rng):
    wanted, trained = tensor(np.arange(6) == 2), tensor([0.01, 0.02, 0.93, 0.01, 0.02, 0.01])
    p, square = distributions(rng, 2, 3, 7), distributions(rng, 4, 4, 4)
    return {
        "the statement's word without an idea": impl.cross_entropy(wanted, torch.full((6,), 1 / 6)),
        "the statement's word after training": impl.cross_entropy(wanted, trained),
        "the statement's word from logits": impl.cross_entropy(wanted, torch.softmax(tensor(LOGITS), dim=-1)),
        "a batch": impl.cross_entropy(p, distributions(rng, 2, 3, 7)),
        "the batch with another q": impl.cross_entropy(p, distributions(rng, 2, 3, 7)),
        "as many sentences as positions and words": impl.cross_entropy(square, distributions(rng, 4, 4, 4)),
        "one sentence of one position": impl.cross_entropy(distributions(rng, 1, 1, 5), distributions(rng, 1, 1, 5)),
    }


@check("a word with p = 0 adds nothing, even where q is 0 too; a word with p > 0 and q = 0 costs infinity")
def impossible_words(impl, rng):
    p, q = np.zeros((4, 6)), np.zeros((4, 6))
    for row, count in enumerate([1, 2, 3, 5]):
        words = rng.permutation(6)
        p[row, words[:count]] = rng.dirichlet(5 * np.ones(count))
        q[row, words[: count + 1]] = rng.dirichlet(5 * np.ones(count + 1))
    first, second = tensor([0.5, 0.5, 0]), tensor([0.25, 0.5, 0.25])
    return {
        "impossible in both": impl.cross_entropy(tensor(p), tensor(q)),
        "the statement's p and q": impl.cross_entropy(first, second),
        "with p and q exchanged": impl.cross_entropy(second, first),
        "a very unlikely word": impl.cross_entropy(first, tensor([1e-20, 1, 0])),
    }


@check(
    "from logits: minus the log-probability of the right word, for each position",
    parts="a batch: batch position; the batch with other labels: batch position",
)
def loss_of_each_token(impl, rng):
    logits = tensor(1.5 * rng.normal(size=(2, 3, 7)))
    square, one = tensor(rng.normal(size=(4, 4, 4))), tensor(rng.normal(size=(1, 1, 5)))
    return {
        "the statement's logits": impl.token_losses(tensor(LOGITS), I),
        "the statement's batch": impl.token_losses(worked_batch(), torch.zeros(2, 5, dtype=torch.int64)),
        "a batch": impl.token_losses(logits, torch.tensor(rng.randint(0, 7, size=(2, 3)))),
        "the batch with other labels": impl.token_losses(logits, torch.tensor(rng.randint(0, 7, size=(2, 3)))),
        "as many sentences as positions and words": impl.token_losses(square, torch.tensor(rng.randint(0, 4, (4, 4)))),
        "one sentence of one position": impl.token_losses(one, torch.tensor(rng.randint(0, 5, size=(1, 1)))),
    }


@check("logits in the hundreds, or far beyond, give finite losses, even for a very unlikely word", axes="position")
def hopeless_words(impl, rng):
    logits = rng.randint(-128, 128, size=(6, 7)) / 64 + np.array([[800.0], [0.0], [-800.0], [0.0], [1e5], [-1e5]])
    labels = rng.randint(0, 7, size=6)
    logits[1, labels[1]] = -900.0
    logits[3, labels[3]] = 700.0
    logits[3, (labels[3] + 1) % 7] = 701.5
    logits[5, labels[5]] = -110_000.0
    return impl.token_losses(tensor(logits), torch.tensor(labels))


@check(
    "the right word keeps 1 - smoothing, and the other words share the rest; padding gets 0",
    parts="a sentence: position word; another sentence: position word; less smoothing: position word; "
    "as many sentences as positions and words: batch position word",
)
def smoothing_is_shared(impl, rng):
    labels, words = batch_of_ids(rng, [5], 7, 3)[0], rng.randint(0, 3, size=(4, 4))
    return {
        "a sentence": impl.smooth_targets(labels, 7, 0.3, 3),
        "another sentence": impl.smooth_targets(labels.flip(0), 7, 0.3, 3),
        "less smoothing": impl.smooth_targets(labels, 7, 0.1, 3),
        "the statement's word": impl.smooth_targets(I, 7, 0.1, 6),
        "as many sentences as positions and words": impl.smooth_targets(torch.tensor(words), 4, 0.2, 3),
        "one sentence of one position": impl.smooth_targets(torch.tensor(rng.randint(1, 5, size=(1, 1))), 5, 0.2, 0),
    }


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


def with_padding_anywhere(rng):
    """Logits and labels with padding, 3, in front, in between and at the end."""
    labels = torch.tensor(rng.choice([0, 1, 2, 4, 5], size=(3, 6)))
    labels[0, :3] = labels[1, 1] = labels[1, 3] = labels[2, 5] = 3
    return tensor(1.5 * rng.normal(size=(3, 6, 6))), labels


@check("padding is left out wherever it stands: in front, in between or at the end", follows="padding_is_left_out")
def padding_anywhere(impl, rng):
    return impl.loss(*with_padding_anywhere(rng), 3)


@check("the smoothed loss leaves padding out wherever it stands: in front, in between or at the end")
def smoothed_padding_anywhere(impl, rng):
    return impl.smoothed_loss(*with_padding_anywhere(rng), 3, 0.2)


@check("every real token counts equally, in a short sentence and in a long one")
def tokens_weigh_the_same(impl, rng):
    lengths = rng.permutation([1, 3, 7])
    labels = batch_of_ids(rng, lengths.tolist(), 6, 5)
    logits = rng.normal(size=(3, 7, 6))
    logits += 4 / lengths[:, None, None] * (np.arange(6) == labels[..., None].numpy())  # short sentences are easy
    square = batch_of_ids(rng, rng.permutation([1, 2, 3, 4]).tolist(), 4, 1)
    return {
        "three sentences": impl.loss(tensor(logits), labels, 5),
        "as many sentences as positions and words": impl.loss(tensor(rng.normal(size=(4, 4, 4))), square, 1),
        "the statement's batch": impl.loss(worked_batch(), torch.tensor([[0] * 5, [0, 0, 6, 6, 6]]), 6),
    }


@check("a model that is sure and right has a small loss, sure and wrong a large one, and without any idea ln V")
def sure_and_right(impl, rng):
    labels = batch_of_ids(rng, [5, 5], 7, 6)
    right = np.arange(7) == labels[..., None].numpy()
    wrong = np.roll(right, 1, axis=-1)
    sure = 4 + rng.randint(0, 64) / 64
    certain = 200 * sure * np.where(np.arange(5) < 2, 1, 0)[:, None] * right  # of two words in each sentence
    models = {"sure and right": sure * right, "sure and wrong": sure * wrong, "no idea": 0 * right + sure}
    models |= {"certain of some words": certain, "certain and wrong": 20_000 * sure * wrong}
    return {name: impl.loss(tensor(logits), labels, 6) for name, logits in models.items()}


@check(
    "gradients flow back to the logits: softmax minus one-hot, over the number of real tokens, and 0 at padding",
    parts="the gradient: batch position word",
)
def gradient_of_the_loss(impl, rng):
    labels = batch_of_ids(rng, rng.permutation([2, 4]).tolist(), 7, 1)
    kind, found = gradient(impl.loss, tensor(rng.normal(size=(2, 4, 7))), labels, 1)
    _, worked = gradient(impl.loss, tensor([[LOGITS]]), I[None, None], 5)  # no label is the padding here
    return {"the result": kind, "the gradient": found, "the statement's gradient": worked[0, 0]}


@check("the smoothed loss is the mean cross-entropy with the soft targets", follows="smoothing_is_shared")
def loss_with_smoothing(impl, rng):
    labels = batch_of_ids(rng, rng.permutation([2, 5]).tolist(), 7, 2)
    logits = tensor(2 * rng.normal(size=(2, 5, 7)))
    square = batch_of_ids(rng, rng.permutation([1, 2, 3, 4]).tolist(), 4, 1)
    three = batch_of_ids(rng, [4, 1], 3, 0)
    likely = rng.normal(size=(2, 4, 3)) + 6 * (np.arange(3) == three[..., None].numpy())
    sure = tensor([[10.0 * (np.arange(7) == 2)]])
    return {
        "smoothing 0.1": impl.smoothed_loss(logits, labels, 2, 0.1),
        "smoothing 0.4": impl.smoothed_loss(logits, labels, 2, 0.4),
        "the statement's sure model": impl.smoothed_loss(sure, I[None, None], 6, 0.1),
        "as many sentences as positions and words": impl.smoothed_loss(
            tensor(rng.normal(size=(4, 4, 4))), square, 1, 0.3
        ),
        "three words": impl.smoothed_loss(tensor(likely), three, 0, 0.5),
        "logits in the ten thousands": impl.smoothed_loss(20_000 * logits, labels, 2, 0.1),
    }


@check(
    "gradients of the smoothed loss: softmax minus soft targets, over the number of real tokens, and 0 at padding",
    parts="the gradient: batch position word",
    follows="loss_with_smoothing",
)
def smooth_gradient(impl, rng):
    start = rng.randint(-128, 128, size=(2, 5, 6)) / 64
    start[0, 1, 2], start[1, 0, 4] = 300.0, -250.0
    labels = batch_of_ids(rng, rng.permutation([3, 5]).tolist(), 6, 0)
    kind, found = gradient(impl.smoothed_loss, tensor(start), labels, 0, 0.2)
    return {"the result": kind, "the gradient": found}


def predictions(rng, labels, predicted, vocab_size):
    """Logits, exactly 0 for the predicted word and less for all others."""
    others = np.arange(vocab_size) != np.asarray(predicted)[..., None]
    return tensor(np.where(others, -0.5 - rng.uniform(size=(*labels.shape, vocab_size)), 0.0))


@check("accuracy is the share of real tokens that get the largest logit")
def accuracy_of_real_tokens(impl, rng):
    lengths, pad = [5, 13, 29], 6
    labels = batch_of_ids(rng, lengths, 7, pad)
    other = (labels + 1) % 7  # padding for some of the words
    predicted = other.clone()
    for row, right in enumerate([4, 5, rng.randint(8, 13)]):
        positions = rng.permutation(lengths[row])[:right]
        predicted[row, positions] = labels[row, positions]
    predicted[0, 5:18] = predicted[1, 13:20] = pad  # predicting padding at padding does not count
    order = torch.tensor(rng.permutation(3))
    logits = predictions(rng, labels, predicted, 7)[order]
    square = batch_of_ids(rng, rng.permutation([2, 3, 4, 5, 5]).tolist(), 5, 0)
    guesses = predictions(rng, square, torch.where(torch.tensor(rng.uniform(size=(5, 5)) < 0.5), square, 1), 5)
    labels = labels[order]
    return {
        "accuracy": impl.accuracy(logits, labels, pad),
        "the same logits with other labels": impl.accuracy(logits, torch.where(labels == pad, pad, 0), pad),
        "as many sentences as positions and words": impl.accuracy(guesses, square, 0),
    }
