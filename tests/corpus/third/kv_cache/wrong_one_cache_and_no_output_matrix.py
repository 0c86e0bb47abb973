# wrong: two mistakes: attention_step forgets W_o, and decode_step hands the first layer's cache to all layers, so with two layers and a past the second reads foreign keys.
import torch


def append(cache, keys, values):
    if cache is None:
        return {"keys": keys, "values": values}
    return {"keys": torch.cat([cache["keys"], keys], 2), "values": torch.cat([cache["values"], values], 2)}


def attend(queries, keys, values):
    n, t = queries.shape[2], keys.shape[2]
    scores = queries @ keys.transpose(-2, -1) * queries.shape[-1] ** -0.5
    blocked = torch.triu(torch.ones(n, t, dtype=torch.bool, device=scores.device), diagonal=t - n + 1)
    scores[blocked.expand_as(scores)] = -torch.inf
    return scores.softmax(-1) @ values


def split_heads(y, heads):
    batch, n, d_model = y.shape
    return y.reshape(batch, n, heads, d_model // heads).permute(0, 2, 1, 3)


def join_heads(y):
    batch, heads, n, d = y.shape
    return y.permute(0, 2, 1, 3).reshape(batch, n, heads * d)


def attention_step(x, cache, weights, heads):
    queries = split_heads(x @ weights["W_q"], heads)
    keys = split_heads(x @ weights["W_k"], heads)
    values = split_heads(x @ weights["W_v"], heads)
    cache = append(cache, keys, values)
    return join_heads(attend(queries, cache["keys"], cache["values"])), cache


def decode_step(ids, caches, model, heads):
    cache = caches[0]
    past = 0 if cache is None else cache["keys"].shape[2]
    x = model["embedding"][ids] + model["positions"][past : past + ids.shape[1]]
    new_caches = []
    for layer in model["layers"]:
        y, new_cache = attention_step(x, cache, layer, heads)
        x = x + y
        new_caches.append(new_cache)
    return x @ model["embedding"].T, new_caches


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    ids = logits[:, -1].argmax(1)
    out = [ids]
    for _ in range(n - 1):
        logits, cache = step(ids.unsqueeze(1), cache)
        ids = logits[:, -1].argmax(1)
        out.append(ids)
    return torch.stack(out, dim=1)


def count_scores(length, cached):
    return sum(t if cached else t * t for t in range(length + 1))
