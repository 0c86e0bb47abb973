# wrong: smooth_targets leaves the last column out instead of column pad; shows when pad is not vocab_size - 1 and smoothing > 0
import torch
import torch.nn.functional as F


def cross_entropy(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    cost = torch.where(p > 0, -p * torch.log(q), torch.zeros_like(p))
    return cost.sum(-1)


def token_losses(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    vocab_size = logits.shape[-1]
    flat = F.cross_entropy(logits.reshape(-1, vocab_size), labels.reshape(-1), reduction="none")
    return flat.reshape(labels.shape)


def smooth_targets(labels: torch.Tensor, vocab_size: int, smoothing: float, pad: int) -> torch.Tensor:
    share = smoothing / (vocab_size - 2)
    words = torch.full((*labels.shape, vocab_size - 1), share, dtype=torch.float64)
    rows = torch.cat([words, torch.zeros(*labels.shape, 1, dtype=torch.float64)], dim=-1)
    rows = rows.scatter(-1, labels.unsqueeze(-1), 1 - smoothing)
    return torch.where((labels == pad).unsqueeze(-1), torch.zeros_like(rows), rows)


def loss(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> torch.Tensor:
    total = F.cross_entropy(logits.transpose(1, 2), labels, ignore_index=pad, reduction="sum")
    return total / max(int((labels != pad).sum()), 1)


def smoothed_loss(logits: torch.Tensor, labels: torch.Tensor, pad: int, smoothing: float) -> torch.Tensor:
    soft = smooth_targets(labels, logits.shape[-1], smoothing, pad).to(logits)
    total = F.cross_entropy(logits.flatten(0, 1), soft.flatten(0, 1), reduction="sum")
    return total / max(int((labels != pad).sum()), 1)


def accuracy(logits: torch.Tensor, labels: torch.Tensor, pad: int) -> float:
    real = labels.ne(pad)
    hits = logits.max(dim=-1).indices.eq(labels) & real
    return hits.sum().item() / max(real.sum().item(), 1)
