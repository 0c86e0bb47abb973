# wrong: attend hides the future only if there is no past: several new tokens after a cache see each other
"""The key-value cache: in decoding, keep the keys and values of the past instead of computing them again."""

import torch

# A cache is a dict {"keys": (batch, heads, past, d_k), "values": (batch, heads, past, d_v)}, or None while it is empty.


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    """The cache with new keys and values behind the old ones.

    keys: (batch, heads, new, d_k)    values: (batch, heads, new, d_v)
    returns a new dict with past + new positions; the caller's cache is left as it was
    """
    if cache is None:
        return {"keys": keys, "values": values}
    return {
        "keys": torch.cat([cache["keys"], keys], dim=2),
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Scaled dot-product attention of the newest queries against all keys; none looks ahead.

    queries: (batch, heads, new, d_k), those of the last `new` of the `total` positions
    keys: (batch, heads, total, d_k)    values: (batch, heads, total, d_v)
    returns (batch, heads, new, d_v)
    """
    new, total = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(2, 3) / queries.shape[-1] ** 0.5
    if new == total:
        future = torch.triu(torch.ones(new, new, dtype=torch.bool, device=scores.device), diagonal=1)
        scores = scores.masked_fill(future, float("-inf"))
    return scores.softmax(dim=-1) @ values


def attention_step(
    x: torch.Tensor, cache: dict | None, weights: dict[str, torch.Tensor], heads: int
) -> tuple[torch.Tensor, dict]:
    """Multi-head self-attention of the new tokens only; what it needs of the past comes from the cache.

    x: (batch, new, d_model), the new tokens    weights: W_q, W_k, W_v, W_o, each (d_model, d_model), for x @ W
    returns the output (batch, new, d_model), and the cache with the new tokens' keys and values
    """
    def split(t):
        return t.unflatten(-1, (heads, -1)).permute(0, 2, 1, 3)

    q, k, v = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    grown = append(cache, k, v)
    mixed = attend(q, grown["keys"], grown["values"])
    return mixed.permute(0, 2, 1, 3).flatten(2) @ weights["W_o"], grown


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    """Run the new tokens through a small decoder: embedding + position, then layers x + attention, then logits.

    ids: (batch, new)    caches: one for each layer; all None at the start
    model: "embedding" (vocab_size, d_model); "positions" (longest, d_model), row 0 for the first token of a sentence;
        "layers", the weights of each layer's attention.  logits = x @ embedding.T
    returns logits (batch, new, vocab_size), and the new caches in a new list; the caller's list is left as it was
    """
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
    """Predict n tokens after the prompt, greedily, and pass every token to the model only once.

    step(ids, cache) -> logits (batch, new, vocab_size), cache: takes only the new tokens, ids (batch, new), and what it
        returned as cache the last time (None at first)
    prompt: ids (batch, length)    returns ids (batch, n), without the prompt
    """
    result = prompt[:, :0]
    cache, ids = None, prompt
    for _ in range(n):
        logits, cache = step(ids, cache)
        ids = torch.argmax(logits[:, -1, :], dim=-1)[:, None]
        result = torch.cat([result, ids], dim=1)
    return result


def count_scores(length: int, cached: bool) -> int:
    """How many products query · key one head computes while `length` tokens are passed to it one after the other.

    cached: step t computes one query against t keys.  Otherwise it computes the whole t × t table again.
    """
    if cached:
        return length * (length + 1) // 2
    return length * (length + 1) * (2 * length + 1) // 6
