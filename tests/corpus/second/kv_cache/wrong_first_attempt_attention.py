# wrong: attention_step never transposes heads and time (a prompt mixes tokens) and scales twice; count_scores leaves out the hidden half
import math

import torch


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    if cache is None:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-1, -2) / math.sqrt(queries.shape[-1])
    seen = torch.ones(new, total, dtype=torch.bool, device=scores.device).tril(total - new)
    weights = scores.masked_fill(~seen, float("-inf")).softmax(-1)
    return weights @ values


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    d_k = d_model // heads
    q = (x @ weights["W_q"]).view(batch, heads, new, d_k) / math.sqrt(d_k)
    k = (x @ weights["W_k"]).view(batch, heads, new, d_k)
    v = (x @ weights["W_v"]).view(batch, heads, new, d_k)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return out.reshape(batch, new, d_model) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    new_caches = []
    for layer, cache in zip(model["layers"], caches):
        out, cache = attention_step(x, cache, layer, heads)
        x = x + out
        new_caches.append(cache)
    return x @ model["embedding"].T, new_caches


def generate(step, prompt: torch.Tensor, n: int) -> torch.Tensor:
    ids, cache, out = prompt, None, []
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = logits[:, -1].argmax(-1, keepdim=True)
        out.append(ids)
    return torch.cat(out, dim=1)


def count_scores(length: int, cached: bool) -> int:
    products = 0
    for t in range(1, length + 1):
        products += t if cached else t * (t + 1) // 2
    return products
