"""The library's scaled_dot_product_attention, with a mask that ends at the lower right corner."""

import torch
from torch.nn import functional


def append(cache, keys, values):
    if not cache:
        return {"keys": keys, "values": values}
    new = {"keys": keys, "values": values}
    return {name: torch.concat((cache[name], new[name]), dim=-2) for name in new}


def attend(queries, keys, values):
    new, total = queries.size(-2), keys.size(-2)
    keep = torch.ones(total, total, dtype=torch.bool).tril()[total - new :]
    return functional.scaled_dot_product_attention(queries, keys, values, attn_mask=keep)


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    projected = x @ torch.cat([weights["W_q"], weights["W_k"], weights["W_v"]], dim=1)
    q, k, v = projected.view(batch, new, 3, heads, d_model // heads).permute(2, 0, 3, 1, 4)
    cache = append(cache, k, v)
    return attend(q, *cache.values()).transpose(1, 2).reshape(batch, new, d_model) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = caches[0]["keys"].size(2) if caches[0] else 0
    x = model["embedding"][ids] + model["positions"].narrow(0, past, ids.size(1))
    new_caches = []
    for i in range(len(caches)):
        out, new_cache = attention_step(x, caches[i], model["layers"][i], heads)
        x = torch.add(x, out)
        new_caches.append(new_cache)
    return functional.linear(x, model["embedding"]), new_caches


def generate(step, prompt, n):
    ids, cache = prompt, None
    while ids.size(1) < prompt.size(1) + n:
        known = 0 if cache is None else ids.size(1) - 1
        logits, cache = step(ids[:, known:], cache)
        ids = torch.cat([ids, logits[:, -1].argmax(-1, keepdim=True)], dim=1)
    return ids[:, -n:]


def count_scores(length, cached):
    t = torch.arange(1, length + 1)
    return int((t if cached else t**2).sum())
