# wrong: decode_step adds the row of the first new position to all new tokens once there is a past; shows for several new with a past
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

    def split(y):
        return y.reshape(batch, new, heads, d_model // heads).transpose(1, 2)

    q, k, v = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return out.transpose(1, 2).reshape(batch, new, d_model) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    x = model["embedding"][ids]
    if caches[0] is None:
        x = x + model["positions"][: ids.shape[1]]
    else:
        x = x + model["positions"][caches[0]["keys"].shape[2]]
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
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
