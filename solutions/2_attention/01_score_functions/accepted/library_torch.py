"""Built on torch.nn.functional: cosine_similarity, linear, bilinear and softmax."""

import torch
import torch.nn.functional as F  # noqa: N812, the usual name


def tensors(*arrays):
    return [torch.as_tensor(array).double() for array in arrays]


def dot(s, h):
    return F.linear(*tensors(s, h))


def scaled_dot(s, h):
    s, h = tensors(s, h)
    return torch.matmul(s, h.T) / s.size(-1) ** 0.5


def cosine(s, h):
    s, h = tensors(s, h)
    return F.cosine_similarity(s[:, None, :], h[None, :, :], dim=-1)


def general(s, h, W_a):
    s, h, W_a = tensors(s, h, W_a)
    targets = s[:, None, :].expand(-1, len(h), -1)
    sources = h[None, :, :].expand(len(s), -1, -1)
    return F.bilinear(targets.contiguous(), sources.contiguous(), W_a[None]).squeeze(-1)


def additive(s, h, W_a, v_a):
    s, h, W_a, v_a = tensors(s, h, W_a, v_a)
    W_s, W_h = W_a.split([s.shape[1], h.shape[1]])
    return torch.tanh((s @ W_s).unsqueeze(1) + (h @ W_h).unsqueeze(0)) @ v_a


def location(s, W_a):
    return F.softmax(F.linear(*tensors(s, W_a.T)), dim=-1)
