"""The rate is not used: the optimiser keeps the one that it was created with.

step() reads group["lr"] of every group in optimizer.param_groups. Nothing else, such as optimizer.lr or
optimizer.defaults, changes it.
"""

from solution import clip_gradients
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad)
    optimizer.zero_grad()
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()
