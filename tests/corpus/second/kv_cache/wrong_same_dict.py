# wrong: append stores the grown tensors in the caller's dict and returns that; shows whenever the cache is not None
import torch


def append(cache, keys, values):
    if cache is None:
        cache = {"keys": keys, "values": values}
    else:
        cache["keys"] = torch.cat((cache["keys"], keys), 2)
        cache["values"] = torch.cat((cache["values"], values), 2)
    return cache


def attend(queries, keys, values):
    batch, heads, new, d_k = queries.shape
    total = keys.shape[2]
    out = queries.new_zeros(batch, heads, new, values.shape[3])
    for b in range(batch):
        for h in range(heads):
            for i in range(new):
                last = total - new + i
                scores = keys[b, h, : last + 1] @ queries[b, h, i] / d_k**0.5
                e = torch.exp(scores - scores.max())
                out[b, h, i] = (e / e.sum()) @ values[b, h, : last + 1]
    return out


def attention_step(x, cache, weights, heads):
    q, k, v = x @ weights["W_q"], x @ weights["W_k"], x @ weights["W_v"]
    d_k = x.shape[-1] // heads
    qs, ks, vs = [], [], []
    for h in range(heads):
        part = slice(h * d_k, (h + 1) * d_k)
        qs.append(q[:, :, part])
        ks.append(k[:, :, part])
        vs.append(v[:, :, part])
    cache = append(cache, torch.stack(ks, 1), torch.stack(vs, 1))
    out = attend(torch.stack(qs, 1), cache["keys"], cache["values"])
    out = torch.cat([out[:, h] for h in range(heads)], dim=-1)
    return out @ weights["W_o"], cache


def decode_step(ids, caches, model, heads):
    start = 0
    if caches[0] is not None:
        start = caches[0]["keys"].shape[2]
    rows = []
    for t in range(ids.shape[1]):
        rows.append(model["embedding"][ids[:, t]] + model["positions"][start + t])
    x = torch.stack(rows, dim=1)
    result = list(caches)
    for i in range(len(result)):
        y, result[i] = attention_step(x, caches[i], model["layers"][i], heads)
        x = x + y
    return x @ model["embedding"].T, result


def generate(step, prompt, n):
    logits, cache = step(prompt, None)
    tokens = [torch.argmax(logits[:, -1, :], dim=-1)]
    while len(tokens) < n:
        logits, cache = step(tokens[-1].unsqueeze(1), cache)
        tokens.append(torch.argmax(logits[:, -1, :], dim=-1))
    return torch.stack(tokens, dim=1)


def count_scores(length, cached):
    total = 0
    for t in range(1, length + 1):
        total += t if cached else t * t
    return total
