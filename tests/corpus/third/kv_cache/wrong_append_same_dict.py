# wrong: append writes the longer tensors into the dict it was given and returns that same dict, so the caller's cache has grown after the call.
import torch


def append(cache, keys, values):
    if cache is None:
        cache = {"keys": keys, "values": values}
    else:
        cache["keys"] = torch.cat([cache["keys"], keys], dim=2)
        cache["values"] = torch.cat([cache["values"], values], dim=2)
    return cache


def _look_ahead(new, total, device):
    rows = torch.arange(new, device=device).unsqueeze(1) + (total - new)
    cols = torch.arange(total, device=device).unsqueeze(0)
    return cols <= rows


def attend(queries, keys, values):
    d_k = queries.shape[-1]
    scores = torch.einsum("bhid,bhjd->bhij", queries, keys) / d_k**0.5
    keep = _look_ahead(queries.shape[2], keys.shape[2], keys.device)
    scores = scores.masked_fill(keep.logical_not(), -torch.inf)
    return torch.einsum("bhij,bhjd->bhid", scores.softmax(-1), values)


def _split(t, heads):
    return t.unflatten(2, (heads, t.shape[2] // heads)).transpose(1, 2)


def attention_step(x, cache, weights, heads):
    q = _split(x @ weights["W_q"], heads)
    k = _split(x @ weights["W_k"], heads)
    v = _split(x @ weights["W_v"], heads)
    cache = append(cache, k, v)
    out = attend(q, cache["keys"], cache["values"]).transpose(1, 2).flatten(2)
    return out @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    start = 0 if caches[0] is None else caches[0]["keys"].shape[2]
    stop = start + ids.shape[1]
    x = model["embedding"][ids] + model["positions"][start:stop]
    fresh = []
    for w, c in zip(model["layers"], caches):
        a, c = attention_step(x, c, w, heads)
        x = x + a
        fresh.append(c)
    return x @ model["embedding"].transpose(0, 1), fresh


def generate(step, prompt, n):
    collected = torch.zeros(prompt.shape[0], 0, dtype=torch.long, device=prompt.device)
    cache, ids = None, prompt
    while collected.shape[1] < n:
        logits, cache = step(ids, cache)
        ids = logits[:, -1].argmax(dim=-1).unsqueeze(-1)
        collected = torch.cat([collected, ids], dim=1)
    return collected


def count_scores(length, cached):
    return length * (length + 1) // 2 if cached else length * (length + 1) * (2 * length + 1) // 6
