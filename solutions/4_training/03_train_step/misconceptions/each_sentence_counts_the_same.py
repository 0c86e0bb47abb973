"""The loss is the mean of the sentences' means, so that the words of a short sentence count more.

Each real label counts equally: one sum over all of them, divided once by their number.
"""

from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    losses = cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="none")
    loss = (losses.sum(1) / (labels != pad).sum(1)).mean()
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()
