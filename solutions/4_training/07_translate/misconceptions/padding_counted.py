"""train_step counts padding as words to be learned.

Short sentences then teach mostly padding. Leave PAD out of the mean, with ignore_index=PAD.
"""

from torch import nn
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target):
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten())
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
