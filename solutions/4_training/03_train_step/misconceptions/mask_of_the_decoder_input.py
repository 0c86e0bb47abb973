"""Which positions count is taken from the decoder input, not from the labels.

The decoder input of a short sentence still contains its <eos>, and the label there is padding. A position counts if
its label is a real token.
"""

from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    real = target[:, :-1] != pad
    loss = cross_entropy(logits[real], labels[real])
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()
