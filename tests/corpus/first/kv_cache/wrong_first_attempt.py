# wrong: attend masks after the softmax and its mask ignores the past; attention_step forgets W_o; shows for several new tokens
import torch

# A cache is a dict {"keys": (batch, heads, past, d_k), "values": (batch, heads, past, d_v)}, or None while it is empty.


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    if cache is None:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    d_k = queries.shape[-1]
    new, total = queries.shape[2], keys.shape[2]
    weights = torch.softmax(queries @ keys.transpose(-1, -2) / d_k ** 0.5, dim=-1)
    if new > 1:
        mask = torch.tril(torch.ones(new, total))
        weights = weights * mask
    return weights @ values


def attention_step(
    x: torch.Tensor, cache: dict | None, weights: dict[str, torch.Tensor], heads: int
) -> tuple[torch.Tensor, dict]:
    batch, new, d_model = x.shape
    q = (x @ weights["W_q"]).view(batch, new, heads, -1).transpose(1, 2)
    k = (x @ weights["W_k"]).view(batch, new, heads, -1).transpose(1, 2)
    v = (x @ weights["W_v"]).view(batch, new, heads, -1).transpose(1, 2)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    return out.transpose(1, 2).reshape(batch, new, d_model), cache


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    new = ids.shape[1]
    x = model["embedding"][ids] + model["positions"][past : past + new]
    new_caches = []
    for weights, cache in zip(model["layers"], caches):
        out, cache = attention_step(x, cache, weights, heads)
        x = x + out
        new_caches.append(cache)
    return x @ model["embedding"].T, new_caches


def generate(step, prompt: torch.Tensor, n: int) -> torch.Tensor:
    result = prompt[:, :0]
    cache, ids = None, prompt
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = torch.argmax(logits[:, -1, :], dim=-1)[:, None]
        result = torch.cat([result, ids], dim=1)
    return result


def count_scores(length: int, cached: bool) -> int:
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
