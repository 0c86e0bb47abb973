# wrong: generate takes the largest id of equally likely tokens, not the smallest as greedy decoding does; shows at ties

import torch

# A cache is a dict {"keys": (batch, heads, past, d_k), "values": (batch, heads, past, d_v)}, or None while it is empty.


def append(cache: dict | None, keys: torch.Tensor, values: torch.Tensor) -> dict:
    """The past, then the new.  keys: (batch, heads, new, d_k); values: (batch, heads, new, d_v)."""
    if cache is None:
        return {"keys": keys, "values": values}
    return {  # a new dict: whoever holds the old cache can still go on from it, in another way
        "keys": torch.cat([cache["keys"], keys], dim=2),  # (batch, heads, past + new, d_k)
        "values": torch.cat([cache["values"], values], dim=2),
    }


def attend(queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """The last `new` positions ask.  queries: (batch, heads, new, d_k); keys: (batch, heads, total, d_k)."""
    new, total = queries.shape[2], keys.shape[2]
    position = torch.arange(total - new, total)[:, None]  # (new, 1): the position of each query in the sentence
    keep = torch.arange(total) <= position  # (new, total); a single new query sees every key
    scores = queries @ keys.transpose(-2, -1) / keys.shape[-1] ** 0.5  # (batch, heads, new, total)
    weights = scores.masked_fill(~keep, -torch.inf).softmax(dim=-1)
    return weights @ values  # (batch, heads, new, d_v)


def attention_step(
    x: torch.Tensor, cache: dict | None, weights: dict[str, torch.Tensor], heads: int
) -> tuple[torch.Tensor, dict]:
    """x: (batch, new, d_model), the new tokens only.  Returns their outputs, and the grown cache."""

    def split(y):  # (batch, new, d_model) -> (batch, heads, new, d_k)
        return y.unflatten(-1, (heads, -1)).transpose(1, 2)

    queries, keys, values = (split(x @ weights[name]) for name in ("W_q", "W_k", "W_v"))
    cache = append(cache, keys, values)  # first, because a token also attends to itself
    out = attend(queries, cache["keys"], cache["values"])  # (batch, heads, new, d_v)
    return out.transpose(1, 2).flatten(2) @ weights["W_o"], cache


def decode_step(ids: torch.Tensor, caches: list, model: dict, heads: int) -> tuple[torch.Tensor, list]:
    """ids: (batch, new).  Returns logits (batch, new, vocab_size) and a cache for each layer."""
    past = 0 if caches[0] is None else caches[0]["keys"].shape[2]  # so many tokens were there before
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]  # (batch, new, d_model)
    grown = []
    for i, weights in enumerate(model["layers"]):
        out, cache = attention_step(x, caches[i], weights, heads)
        x = x + out
        grown.append(cache)
    return x @ model["embedding"].T, grown


def generate(step, prompt: torch.Tensor, n: int) -> torch.Tensor:
    """Greedy decoding in which each token is handed over once.  prompt: (batch, length).  Returns (batch, n)."""
    new, cache, predicted = prompt, None, []
    for _ in range(n):
        logits, cache = step(new, cache)
        new = logits.shape[-1] - 1 - logits[:, -1:].flip(-1).argmax(-1)  # (batch, 1): the next call gets this token, and nothing else
        predicted.append(new)
    return torch.cat(predicted, dim=1)


def count_scores(length: int, cached: bool) -> int:
    """Products query · key of one head, over all steps."""
    if cached:
        return length * (length + 1) // 2  # 1 + 2 + … + length: one query, against all keys so far
    return length * (length + 1) * (2 * length + 1) // 6  # 1² + 2² + … + length²: the old queries ask again
