# wrong: attention_step makes the heads by one reshape to (batch, heads, new, d_k), which mixes tokens and features as soon as several tokens are new.
import math

import torch
from torch import nn


class Layer:
    """One layer's attention with its four matrices."""

    def __init__(self, weights, heads):
        self.w = weights
        self.heads = heads

    def split(self, y):
        b, n, d = y.shape
        return y.reshape(b, self.heads, n, d // self.heads)

    def join(self, y):
        b, h, n, d = y.shape
        return y.reshape(b, n, h * d)

    def __call__(self, x, cache):
        q, k, v = [self.split(x @ self.w[key]) for key in ("W_q", "W_k", "W_v")]
        cache = append(cache, k, v)
        return self.join(attend(q, cache["keys"], cache["values"])) @ self.w["W_o"], cache


def append(cache, keys, values):
    if cache is None:
        return dict(keys=keys, values=values)
    return dict(
        keys=torch.cat([cache["keys"], keys], dim=-2),
        values=torch.cat([cache["values"], values], dim=-2),
    )


def attend(queries, keys, values):
    new, total = queries.shape[-2], keys.shape[-2]
    s = queries @ keys.transpose(-1, -2) / math.sqrt(queries.shape[-1])
    keep = torch.tril(torch.ones(new, total, device=s.device), diagonal=total - new).bool()
    return nn.functional.softmax(s.masked_fill(~keep, -math.inf), dim=-1) @ values


def attention_step(x, cache, weights, heads):
    return Layer(weights, heads)(x, cache)


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[-2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[-1]]
    results = []
    for weights, cache in zip(model["layers"], caches):
        y, cache = Layer(weights, heads)(x, cache)
        x = x + y
        results.append(cache)
    return x @ model["embedding"].T, results


def generate(step, prompt, n):
    tokens, cache = [prompt], None
    for _ in range(n):
        logits, cache = step(tokens[-1], cache)
        tokens.append(logits[:, -1:].argmax(dim=-1))
    return torch.cat(tokens[1:], dim=1)


def count_scores(length, cached):
    return sum(t ** (1 if cached else 2) for t in range(1, length + 1))
