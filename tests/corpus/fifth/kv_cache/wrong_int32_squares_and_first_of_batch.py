# wrong: two mistakes: the count squares 32-bit integers, which overflow (shows for 400,000 tokens), and generate takes the first sentence of the batch for all (shows with batch 2).
"""The key-value cache."""

import math

import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])
    keep = torch.ones(new, total, dtype=torch.bool).tril(total - new)
    scores = scores.masked_fill(~keep, -torch.inf)
    return scores.softmax(dim=-1) @ values


def _split(x, heads):
    batch, new, d_model = x.shape
    return x.view(batch, new, heads, d_model // heads).transpose(1, 2)


def attention_step(x, cache, weights, heads):
    queries = _split(x @ weights["W_q"], heads)
    cache = append(cache, _split(x @ weights["W_k"], heads), _split(x @ weights["W_v"], heads))
    out = attend(queries, cache["keys"], cache["values"])
    return out.transpose(1, 2).reshape(x.shape) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    new = ids.shape[1]
    x = model["embedding"][ids] + model["positions"][past : past + new]
    grown = []
    for cache, weights in zip(caches, model["layers"]):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown


def generate(step, prompt, n):
    tokens = prompt
    cache = None
    predicted = []
    for _ in range(n):
        logits, cache = step(tokens, cache)
        token = int(logits[0, -1].argmax())
        tokens = torch.full((len(prompt), 1), token)
        predicted.append(tokens)
    return torch.cat(predicted, dim=1)


def count_scores(length, cached):
    if cached:
        return length * (length + 1) // 2
    return int(torch.arange(1, length + 1, dtype=torch.int32).square().sum())
