"""train_step does not clip the gradients, or not all together before the update.

One unusual batch can then ruin the parameters. Between backward() and step():
nn.utils.clip_grad_norm_(model.parameters(), 1.0). (clip_grad_value_ limits each number by itself.)
"""

from provided import PAD
from torch.nn.functional import cross_entropy


def train_step(model, optimizer, source, target):
    model.train()
    logits, labels = model(source, target[:, :-1]), target[:, 1:]
    loss = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=PAD)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()
