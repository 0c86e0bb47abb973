# right: the operator of the library with an explicit boolean mask, unflatten and flatten for the heads, a while loop in generate.
"""The key-value cache, on the library's attention."""

import torch
from torch.nn.functional import scaled_dot_product_attention


def append(cache, keys, values):
    new = {"keys": keys, "values": values}
    if cache is not None:
        new = {name: torch.cat((cache[name], new[name]), dim=2) for name in new}
    return new


def attend(queries, keys, values):
    new, total = queries.size(2), keys.size(2)
    positions = torch.arange(total - new, total)
    keep = torch.arange(total) <= positions[:, None]
    return scaled_dot_product_attention(queries, keys, values, attn_mask=keep)


def attention_step(x, cache, weights, heads):
    queries, keys, values = (
        (x @ weights[name]).unflatten(-1, (heads, -1)).movedim(2, 1) for name in ("W_q", "W_k", "W_v")
    )
    cache = append(cache, keys, values)
    mixed = attend(queries, **cache)
    return mixed.movedim(1, 2).flatten(2) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    first = caches[0]
    past = first["keys"].size(2) if first else 0
    place = past + torch.arange(ids.size(1))
    x = torch.nn.functional.embedding(ids, model["embedding"]) + model["positions"][place]
    result = [None] * len(caches)
    for i, weights in enumerate(model["layers"]):
        change, result[i] = attention_step(x, caches[i], weights, heads)
        x = x + change
    return torch.matmul(x, model["embedding"].t()), result


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    ids = logits[:, -1:].argmax(-1)
    while ids.shape[1] < n:
        logits, cache = step(ids[:, -1:], cache)
        ids = torch.cat([ids, logits[:, -1:].argmax(-1)], dim=1)
    return ids


def count_scores(length, cached):
    pairs = length * (length + 1)
    return pairs // 2 if cached else pairs * (2 * length + 1) // 6
