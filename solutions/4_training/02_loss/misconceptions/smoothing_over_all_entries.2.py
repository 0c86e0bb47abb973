import torch


def smooth_targets(labels, vocab_size, smoothing, pad):
    p = torch.full((*labels.shape, vocab_size), smoothing / vocab_size)
    p.scatter_(-1, labels[..., None], 1 - smoothing + smoothing / vocab_size)
    p[..., pad] = 0
    p[labels == pad] = 0
    return p
