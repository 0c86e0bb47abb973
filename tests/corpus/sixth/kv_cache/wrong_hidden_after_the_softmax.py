# wrong: later keys are zeroed after the softmax and the rest divided by its sum; a later score 1000 above all visible ones gives 0/0.
import math

import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys.clone(), "values": values.clone()}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries, keys, values):
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(queries.shape[-1])
    visible = torch.ones(new, total, dtype=torch.bool, device=queries.device).tril(diagonal=total - new)
    weights = torch.softmax(scores, dim=-1) * visible
    return weights / weights.sum(dim=-1, keepdim=True) @ values


def _split(x, heads):
    batch, new, d_model = x.shape
    return x.reshape(batch, new, heads, d_model // heads).transpose(1, 2)


def attention_step(x, cache, weights, heads):
    queries = _split(x @ weights["W_q"], heads)
    keys = _split(x @ weights["W_k"], heads)
    values = _split(x @ weights["W_v"], heads)
    cache = append(cache, keys, values)
    mixed = attend(queries, cache["keys"], cache["values"])
    joined = mixed.transpose(1, 2).reshape(x.shape)
    return joined @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    grown = []
    for weights, cache in zip(model["layers"], caches, strict=True):
        change, cache = attention_step(x, cache, weights, heads)
        x = x + change
        grown.append(cache)
    return x @ model["embedding"].T, grown


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    predicted = [logits[:, -1].argmax(dim=-1)]
    while len(predicted) < n:
        logits, cache = step(predicted[-1][:, None], cache)
        predicted.append(logits[:, -1].argmax(dim=-1))
    return torch.stack(predicted, dim=1)


def count_scores(length, cached):
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
