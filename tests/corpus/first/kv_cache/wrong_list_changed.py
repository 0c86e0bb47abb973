# wrong: decode_step writes the new caches into the list of the caller and returns that list
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
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-2, -1) / queries.shape[-1] ** 0.5
    keep = torch.ones(new, total, dtype=torch.bool, device=queries.device).tril(total - new)
    scores = scores.masked_fill(~keep, float("-inf"))
    return torch.softmax(scores, dim=-1) @ values


def attention_step(
    x: torch.Tensor, cache: dict | None, weights: dict[str, torch.Tensor], heads: int
) -> tuple[torch.Tensor, dict]:
    parts = {}
    for name in ("q", "k", "v"):
        projected = torch.matmul(x, weights["W_" + name])
        parts[name] = torch.stack(projected.chunk(heads, dim=-1), dim=1)
    new_cache = append(cache, parts["k"], parts["v"])
    result = attend(parts["q"], new_cache["keys"], new_cache["values"])
    joined = torch.cat([result[:, h] for h in range(heads)], dim=-1)
    return torch.matmul(joined, weights["W_o"]), new_cache


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    start = 0
    if caches[0] is not None:
        start = caches[0]["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][start:start + ids.shape[1]]
    for i, layer in enumerate(model["layers"]):
        out, caches[i] = attention_step(x, caches[i], layer, heads)
        x = x + out
    return x @ model["embedding"].T, caches


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
