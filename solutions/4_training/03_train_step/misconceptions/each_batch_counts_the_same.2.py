import torch
from torch.nn.functional import cross_entropy


def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for source, target in batches:
            source, target = source.to(device), target.to(device)
            logits, labels = model(source, target[:, :-1]), target[:, 1:]
            mean = cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=pad).item()
            total += mean * len(labels)
            count += len(labels)
    model.train(was_training)
    return total / count
