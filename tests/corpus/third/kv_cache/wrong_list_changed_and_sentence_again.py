# wrong: two mistakes: decode_step puts the new caches into the caller's list, and generate passes the whole sentence so far together with the cache, so every token is there twice.
import math

import torch


def append(cache, keys, values):
    if not cache:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries, keys, values):
    new = queries.shape[2]
    total = keys.shape[2]
    scores = queries @ keys.transpose(2, 3)
    scores = scores / math.sqrt(queries.shape[-1])
    mask = torch.zeros(new, total, dtype=torch.bool, device=scores.device)
    for i in range(new):
        for j in range(total):
            if j > total - new + i:
                mask[i, j] = True
    scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1) @ values


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    d_k = d_model // heads
    q = (x @ weights["W_q"]).view(batch, new, heads, d_k).transpose(1, 2)
    k = (x @ weights["W_k"]).view(batch, new, heads, d_k).transpose(1, 2)
    v = (x @ weights["W_v"]).view(batch, new, heads, d_k).transpose(1, 2)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    out = out.transpose(1, 2).reshape(batch, new, d_model)
    return out @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    for i in range(len(model["layers"])):
        out, caches[i] = attention_step(x, caches[i], model["layers"][i], heads)
        x = x + out
    logits = x @ model["embedding"].T
    return logits, caches


def generate(step, prompt, n):
    ids = prompt
    cache = None
    for _ in range(n):
        logits, cache = step(ids, cache)
        token = logits[:, -1].argmax(dim=-1, keepdim=True)
        ids = torch.cat([ids, token], dim=1)
    return ids[:, prompt.shape[1] :]


def count_scores(length, cached):
    n = length
    if cached:
        return n * (n + 1) // 2
    else:
        return n * (n + 1) * (2 * n + 1) // 6
