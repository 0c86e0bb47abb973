# wrong: decode_step reads the past from axis 1 of the keys, the number of heads: wrong once past differs from heads
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
    batch, new, d_model = x.shape
    d_k = d_model // heads
    q = (x @ weights["W_q"]).view(batch, new, heads, d_k).transpose(1, 2)
    k = (x @ weights["W_k"]).view(batch, new, heads, d_k).transpose(1, 2)
    v = (x @ weights["W_v"]).view(batch, new, heads, d_k).transpose(1, 2)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"])
    out = out.transpose(1, 2).reshape(batch, new, d_model)
    return out @ weights["W_o"], cache


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    if caches[0] is None:
        past = 0
    else:
        past = caches[0]["keys"].shape[1]
    new = ids.shape[1]
    x = model["embedding"][ids] + model["positions"][past:past + new]
    grown = []
    for layer, cache in zip(model["layers"], caches):
        out, cache = attention_step(x, cache, layer, heads)
        x = x + out
        grown.append(cache)
    logits = x @ model["embedding"].T
    return logits, grown


def generate(step, prompt: torch.Tensor, n: int) -> torch.Tensor:
    logits, cache = step(prompt, None)
    token = logits[:, -1].argmax(-1, keepdim=True)
    out = [token]
    for _ in range(n - 1):
        logits, cache = step(token, cache)
        token = logits[:, -1].argmax(-1, keepdim=True)
        out.append(token)
    return torch.cat(out, dim=1)[:, :n]


def count_scores(length: int, cached: bool) -> int:
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
