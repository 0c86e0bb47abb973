# wrong: evaluate moves source and decoder input to the model's device, but not the labels; a model on an accelerator with batches from the CPU.
import torch
import torch.nn.functional as F


def learning_rate(step, d_model, warmup):
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def clip_gradients(parameters, max_norm):
    return float(torch.nn.utils.clip_grad_norm_(list(parameters), max_norm))


def train_step(model, optimizer, source, target, pad, rate, max_norm):
    device = next(model.parameters()).device
    source, target = source.to(device), target.to(device)
    model.train()
    optimizer.zero_grad()
    logits = model(source, target[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), target[:, 1:], ignore_index=pad)
    loss.backward()
    clip_gradients(model.parameters(), max_norm)
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.step()
    return loss.item()


@torch.no_grad()
def evaluate(model, batches, pad):
    device = next(model.parameters()).device
    training = model.training
    model.eval()
    total, words = 0.0, 0
    for source, target in batches:
        decoder_input, labels = target[:, :-1], target[:, 1:]
        logits = model(source.to(device), decoder_input.to(device))
        total += F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum").item()
        words += (labels != pad).sum().item()
    model.train(training)
    return total / words
