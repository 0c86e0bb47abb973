# wrong: decode_step counts positions in a module variable that only a call with empty caches sets back, so two continuations of one past (or two sentences in turns) get wrong positions.
import math

import torch

_position = 0  # how many tokens of the present sentence have been passed in


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys, "values": values}
    return {"keys": torch.cat([cache["keys"], keys], dim=2), "values": torch.cat([cache["values"], values], dim=2)}


def attend(queries, keys, values):
    new, total, d_k = queries.shape[2], keys.shape[2], queries.shape[3]
    scores = torch.matmul(queries, keys.permute(0, 1, 3, 2)) / math.sqrt(d_k)
    if new > 1:
        allowed = torch.ones((new, total), dtype=torch.bool).tril(total - new).to(keys.device)
        scores = scores.masked_fill(~allowed, -math.inf)
    return torch.matmul(torch.softmax(scores, dim=-1), values)


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    split = lambda y: y.view(batch, new, heads, d_model // heads).transpose(1, 2)
    cache = append(cache, split(x @ weights["W_k"]), split(x @ weights["W_v"]))
    out = attend(split(x @ weights["W_q"]), cache["keys"], cache["values"])
    return out.transpose(1, 2).contiguous().view(batch, new, d_model) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    global _position
    if all(cache is None for cache in caches):
        _position = 0  # a new sentence begins
    new = ids.shape[1]
    x = model["embedding"][ids] + model["positions"][_position : _position + new]
    _position += new

    new_caches = []
    for i, weights in enumerate(model["layers"]):
        y, cache = attention_step(x, caches[i], weights, heads)
        x = x + y
        new_caches.append(cache)
    return x @ model["embedding"].T, new_caches


def generate(step, prompt, n):
    result = []
    ids, cache = prompt, None
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = logits[:, -1, :].argmax(dim=-1).reshape(-1, 1)
        result.append(ids)
    return torch.hstack(result)


def count_scores(length, cached):
    if cached:
        return sum(range(1, length + 1))
    return sum(t * t for t in range(1, length + 1))
