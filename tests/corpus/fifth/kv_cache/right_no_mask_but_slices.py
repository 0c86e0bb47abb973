# right: no mask: each new query is given only the keys that it may see; einsum, and loops for the counts.
"""The key-value cache. Nothing is masked: every query gets a slice of the cache."""

import torch


def append(cache, keys, values):
    past_keys = keys[:, :, :0] if cache is None else cache["keys"]
    past_values = values[:, :, :0] if cache is None else cache["values"]
    return dict(keys=torch.cat([past_keys, keys], 2), values=torch.cat([past_values, values], 2))


def attend(queries, keys, values):
    batch, heads, new, d_k = queries.shape
    total = keys.shape[2]
    rows = []
    for i in range(new):
        seen = total - new + i + 1
        scores = torch.einsum("bhd,bhkd->bhk", queries[:, :, i], keys[:, :, :seen]) / d_k**0.5
        scores = (scores - scores.amax(-1, keepdim=True)).exp()
        weights = scores / scores.sum(-1, keepdim=True)
        rows.append(torch.einsum("bhk,bhkd->bhd", weights, values[:, :, :seen]))
    return torch.stack(rows, dim=2)


def attention_step(x, cache, weights, heads):
    def project(name):
        size = x.shape[-1] // heads
        full = torch.einsum("bnd,de->bne", x, weights[name])
        return torch.stack([full[..., h * size : (h + 1) * size] for h in range(heads)], dim=1)

    cache = append(cache, project("W_k"), project("W_v"))
    out = attend(project("W_q"), cache["keys"], cache["values"])
    joined = torch.cat([out[:, h] for h in range(heads)], dim=-1)
    return joined @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0
    if caches[0] is not None:
        past = caches[0]["values"].shape[2]
    rows = []
    for i in range(ids.shape[1]):
        rows.append(model["embedding"][ids[:, i]] + model["positions"][past + i])
    x = torch.stack(rows, dim=1)
    new_caches = []
    for layer in range(len(model["layers"])):
        out, cache = attention_step(x, caches[layer], model["layers"][layer], heads)
        new_caches.append(cache)
        x = x + out
    return torch.einsum("bnd,vd->bnv", x, model["embedding"]), new_caches


def generate(step, prompt, n):
    result = torch.empty(prompt.shape[0], n, dtype=torch.int64)
    tokens, cache = prompt, None
    for t in range(n):
        logits, cache = step(tokens, cache)
        result[:, t] = torch.argmax(logits[:, -1], dim=1)
        tokens = result[:, t : t + 1].clone()
    return result


def count_scores(length, cached):
    count = 0
    for t in range(1, length + 1):
        count += t if cached else t * t
    return count
