# wrong: hidden scores are set to -1e9 instead of minus infinity, so later keys get weight when the visible scores are lower than that.
import torch


def append(cache, keys, values):
    if cache is not None:
        keys = torch.cat([cache["keys"], keys], 2)
        values = torch.cat([cache["values"], values], 2)
    return {"keys": keys, "values": values}


def attend(queries, keys, values):
    new, total, d_k = queries.shape[2], keys.shape[2], queries.shape[3]
    past = total - new
    scores = (queries @ keys.transpose(-1, -2)) / d_k**0.5
    hidden = torch.arange(total).view(1, -1) > past + torch.arange(new).view(-1, 1)
    scores = scores.masked_fill(hidden.to(scores.device), -1e9)
    scores = scores - scores.amax(dim=-1, keepdim=True)
    e = scores.exp()
    return (e / e.sum(dim=-1, keepdim=True)) @ values


def attention_step(x, cache, weights, heads):
    batch, new, d_model = x.shape
    shape = (batch, new, heads, d_model // heads)
    q = (x @ weights["W_q"]).reshape(shape).transpose(1, 2)
    cache = append(
        cache,
        (x @ weights["W_k"]).reshape(shape).transpose(1, 2),
        (x @ weights["W_v"]).reshape(shape).transpose(1, 2),
    )
    mixed = attend(q, cache["keys"], cache["values"])
    return mixed.transpose(1, 2).reshape(x.shape) @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    past = 0
    for cache in caches:
        if cache is not None:
            past = cache["keys"].shape[2]
    x = model["embedding"][ids]
    x = x + model["positions"][past : past + ids.shape[1]].unsqueeze(0)
    caches = list(caches)
    for i, weights in enumerate(model["layers"]):
        y, caches[i] = attention_step(x, caches[i], weights, heads)
        x = x + y
    return x @ model["embedding"].T, caches


def generate(step, prompt, n):
    predictions = []
    logits, cache = step(prompt, None)
    for i in range(n):
        token = logits[:, -1].argmax(dim=1, keepdim=True)
        predictions.append(token)
        if i < n - 1:
            logits, cache = step(token, cache)
    return torch.cat(predictions, dim=1)


def count_scores(length, cached):
    if not cached:
        return (length * (length + 1) * (2 * length + 1)) // 6
    return (length * (length + 1)) // 2
